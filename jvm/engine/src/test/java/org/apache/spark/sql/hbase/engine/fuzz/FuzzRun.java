package org.apache.spark.sql.hbase.engine.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HexFormat;
import java.util.Random;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.engine.error.OverloadedException;
import org.apache.spark.sql.hbase.wire.plan.PlanException;

/**
 * Many attempts at one thing with random input. System properties say how many: {@code fuzz.seed},
 * {@code fuzz.count} and {@code fuzz.seconds}. {@code fuzz.first} is the number of the first
 * attempt, with which a run goes on where another one ended. {@code fuzz.attempt} is the number of
 * the only one to make. Each attempt may end well or be refused with a typed error, within bounds
 * of time and of allocated bytes.
 */
final class FuzzRun {
  /** One attempt; throws the errors of the code under test. */
  interface Attempt {
    /** Returns the input, for failures; called again only to show it. */
    byte[] input(Random random);

    void run(byte[] input) throws Exception;
  }

  private static final long MAX_ALLOCATED_BYTES = 64L << 20;
  private static final long MAX_CPU_NANOS = 2_000_000_000L;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final long seed = Long.getLong("fuzz.seed", 1);
  private final long count;
  private final long first = Long.getLong("fuzz.first", 0);
  private final Long only = Long.getLong("fuzz.attempt");
  private final long limitNanos = Long.getLong("fuzz.seconds", 36_000) * 1_000_000_000L;
  private long refused;
  private long passed;

  FuzzRun(int defaultCount) {
    this.count = Long.getLong("fuzz.count", defaultCount);
  }

  long seed() {
    return seed;
  }

  void run(Attempt attempt) {
    if (only != null) {
      check(attempt, only);
      return;
    }
    long began = System.nanoTime();
    for (long number = first; number < count && System.nanoTime() - began < limitNanos; number++) {
      check(attempt, number);
    }
  }

  /** Prints how many attempts were made, as {@code ./build.sh soak} adds them up. */
  void report(String kind) {
    System.out.println("counted: " + (passed + refused) + " " + kind);
  }

  private void check(Attempt attempt, long number) {
    byte[] input = attempt.input(new Random(seed * 0x9e3779b97f4a7c15L + number));
    long thread = Thread.currentThread().getId();
    long bytesBefore = threads.getThreadAllocatedBytes(thread);
    long nanosBefore = threads.getCurrentThreadCpuTime();
    try {
      attempt.run(input);
      passed++;
    } catch (PlanException | EvaluationException | OverloadedException | CodecException e) {
      refused++;
    } catch (Throwable e) {
      throw new AssertionError(repro(number, "an untyped error", input), e);
    }
    long bytes = threads.getThreadAllocatedBytes(thread) - bytesBefore;
    long nanos = threads.getCurrentThreadCpuTime() - nanosBefore;
    if (bytes > MAX_ALLOCATED_BYTES || nanos > MAX_CPU_NANOS) {
      throw new AssertionError(
          repro(number, bytes + " bytes allocated, " + nanos + " ns of CPU time", input));
    }
  }

  private String repro(long number, String what, byte[] input) {
    return "-Dfuzz.seed="
        + seed
        + " -Dfuzz.attempt="
        + number
        + ": "
        + what
        + "; input "
        + HexFormat.of().formatHex(input, 0, Math.min(input.length, 2000));
  }

  @Override
  public String toString() {
    return refused + " refused, " + passed + " accepted, seed " + seed;
  }

  long refused() {
    return refused;
  }

  long passed() {
    return passed;
  }

  boolean isWhole() {
    return only == null;
  }
}
