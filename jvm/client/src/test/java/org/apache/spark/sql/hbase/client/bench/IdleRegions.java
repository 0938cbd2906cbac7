package org.apache.spark.sql.hbase.client.bench;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hbase.regionserver.HRegion;

/**
 * Times what a region does for requests, in one thread and without the network. Tables take turns
 * call by call, in another order each time. So much smaller differences show than in the times of
 * whole requests.
 */
final class IdleRegions {
  private static final int WARM_UP_CALLS = 4_000;
  private static final IdleTables[] TABLES = IdleTables.values();

  private final IdleRegionCalls kind;

  /** Nanoseconds per request: by kind of table, then by call. */
  private final double[][] nanos;

  private IdleRegions(IdleRegionCalls kind, int calls) {
    this.kind = kind;
    this.nanos = new double[TABLES.length][calls];
  }

  /**
   * The time that a coprocessor adds to a request.
   *
   * @param median of the differences, nanoseconds
   * @param notch half the width of its confidence interval of 95 % (McGill, Tukey and Larsen 1978)
   */
  record Difference(double median, double notch) {}

  static IdleRegions measure(IdleRegionCalls kind, int calls) throws IOException {
    IdleRegions measured = new IdleRegions(kind, calls);
    for (int call = -WARM_UP_CALLS; call < calls; call++) {
      measured.callEach(call);
    }
    return measured;
  }

  private void callEach(int call) throws IOException {
    int number = Math.floorMod(call, IdleTables.TABLES);
    int turn = Math.floorDiv(call, IdleTables.TABLES);
    long first = Math.abs(call * 104_729L);
    for (int i = 0; i < TABLES.length; i++) {
      int table = Math.floorMod(turn + i, TABLES.length);
      HRegion region = RegionFinder.region(TABLES[table].table(number));
      long start = System.nanoTime();
      kind.run(region, first);
      long took = System.nanoTime() - start;
      if (call >= 0) {
        nanos[table][call] = (double) took / kind.requests;
      }
    }
  }

  /** Median nanoseconds of a request without a coprocessor. */
  double median() {
    return Quantiles.of(nanos[IdleTables.NO_COPROCESSOR.ordinal()], 0.5);
  }

  /** Returns the time that the coprocessor of these tables adds. */
  Difference difference(IdleTables tables) {
    double[] without = nanos[IdleTables.NO_COPROCESSOR.ordinal()];
    double[] differences = nanos[tables.ordinal()].clone();
    Arrays.setAll(differences, call -> differences[call] - without[call]);
    double middleHalf = Quantiles.of(differences, 0.75) - Quantiles.of(differences, 0.25);
    return new Difference(
        Quantiles.of(differences, 0.5), 1.57 * middleHalf / Math.sqrt(differences.length));
  }
}
