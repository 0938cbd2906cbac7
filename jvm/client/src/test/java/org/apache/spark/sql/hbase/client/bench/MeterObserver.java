package org.apache.spark.sql.hbase.client.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;

/**
 * Measures what happens inside a region scanner. Loaded last, so its wrapper is outermost. For a
 * scan with {@link #EMPTY_LOOP} it pulls all rows of the region and throws them away: the floor
 * under everything that reads through a RegionScanner. The meters are statics: the benchmark and
 * the region server share a JVM.
 */
public final class MeterObserver implements RegionCoprocessor, RegionObserver {
  /**
   * Scan attribute: read the region without doing anything; answer one cell with the numbers of
   * rows and cells.
   */
  static final String EMPTY_LOOP = "bench.emptyloop";

  static final AtomicLong CPU_NANOS = new AtomicLong();
  static final AtomicLong WALL_NANOS = new AtomicLong();

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  static void reset() {
    CPU_NANOS.set(0);
    WALL_NANOS.set(0);
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public RegionScanner postScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> context, Scan scan, RegionScanner scanner) {
    return new Metered(scanner, scan.getAttribute(EMPTY_LOOP) != null);
  }

  private static final class Metered implements RegionScanner {
    private final RegionScanner inner;
    private final boolean emptyLoop;

    Metered(RegionScanner inner, boolean emptyLoop) {
      this.inner = inner;
      this.emptyLoop = emptyLoop;
    }

    @Override
    public boolean nextRaw(List<Cell> out, ScannerContext context) throws IOException {
      long cpu = THREADS.getCurrentThreadCpuTime();
      long wall = System.nanoTime();
      try {
        return emptyLoop ? readAll(out) : inner.nextRaw(out, context);
      } finally {
        CPU_NANOS.addAndGet(THREADS.getCurrentThreadCpuTime() - cpu);
        WALL_NANOS.addAndGet(System.nanoTime() - wall);
      }
    }

    private boolean readAll(List<Cell> out) throws IOException {
      List<Cell> row = new ArrayList<>();
      long rows = 0;
      long cells = 0;
      boolean more = true;
      while (more) {
        more = inner.nextRaw(row);
        rows += row.isEmpty() ? 0 : 1;
        cells += row.size();
        row.clear();
      }
      byte[] counts = ByteBuffer.allocate(16).putLong(rows).putLong(cells).array();
      out.add(new KeyValue(new byte[] {0}, Layout.FAMILY, new byte[0], 1, counts));
      return false;
    }

    @Override
    public boolean nextRaw(List<Cell> out) throws IOException {
      return inner.nextRaw(out);
    }

    @Override
    public boolean next(List<Cell> out, ScannerContext context) throws IOException {
      return inner.next(out, context);
    }

    @Override
    public RegionInfo getRegionInfo() {
      return inner.getRegionInfo();
    }

    @Override
    public boolean isFilterDone() throws IOException {
      return inner.isFilterDone();
    }

    @Override
    public boolean reseek(byte[] row) throws IOException {
      return inner.reseek(row);
    }

    @Override
    public long getMaxResultSize() {
      return inner.getMaxResultSize();
    }

    @Override
    public long getMvccReadPoint() {
      return inner.getMvccReadPoint();
    }

    @Override
    public int getBatch() {
      return inner.getBatch();
    }

    @Override
    public void close() throws IOException {
      inner.close();
    }
  }
}
