package org.apache.spark.sql.hbase.client.cluster;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;

/**
 * Waits for a read as long as HBase's client does, but not where who is asked is away. HBase's
 * client goes on for minutes then, and its timeouts do not bound the search for a region.
 * Stateless.
 */
public final class PatientRead {
  private static final int TURN_MILLIS = 10_000;
  private static final int PROBE_MILLIS = 5_000;

  /** Turns in a row after which no ZooKeeper server accepted a connection. */
  private static final int REFUSALS = 2;

  /** A read of HBase, which may be interrupted. */
  public interface Read<T> {
    T run() throws IOException;
  }

  /** Throws when nobody can be asked. */
  interface Probe {
    void check() throws SubPlanException;
  }

  /** Waits for the result of a read. */
  private interface Waiting<T, R> {
    R await(FutureTask<T> task) throws IOException, InterruptedException;
  }

  private PatientRead() {}

  /**
   * The answer of the read, which runs in a thread of its own.
   *
   * @param conf of the connection that is read through
   * @throws SubPlanException CLUSTER_UNREACHABLE when there is no answer for some turns, and after
   *     each of them ZooKeeper cannot be reached
   */
  public static <T> T of(Configuration conf, Read<T> read) throws IOException {
    return of(conf, read, TURN_MILLIS);
  }

  static <T> T of(Configuration conf, Read<T> read, int turnMillis) throws IOException {
    return of(() -> ClusterProbe.checkQuorum(conf, PROBE_MILLIS), REFUSALS, read, turnMillis);
  }

  /**
   * The answer of the read, which is given up once nobody can be asked.
   *
   * @param probe asks somebody after each turn without an answer
   * @param refusals turns in a row after which the failure of {@code probe} is thrown
   */
  static <T> T of(Probe probe, int refusals, Read<T> read) throws IOException {
    return of(probe, refusals, read, TURN_MILLIS);
  }

  /** The answer of the read, which is not null; empty where none comes in time. */
  static <T> Optional<T> within(int millis, Read<T> read) throws IOException {
    return inThread(
        read,
        task -> {
          try {
            return Optional.of(answer(task, millis));
          } catch (TimeoutException e) {
            return Optional.empty();
          }
        });
  }

  private static <T> T of(Probe probe, int refusals, Read<T> read, int turnMillis)
      throws IOException {
    return inThread(
        read,
        task -> {
          int refused = 0;
          while (true) {
            try {
              return answer(task, turnMillis);
            } catch (TimeoutException e) {
              refused = isRefused(probe, refused + 1 >= refusals) ? refused + 1 : 0;
            }
          }
        });
  }

  private static <T, R> R inThread(Read<T> read, Waiting<T, R> waiting) throws IOException {
    FutureTask<T> task = new FutureTask<>(read::run);
    Thread reader = new Thread(task, "hbase-patient-read");
    reader.setDaemon(true);
    reader.start();
    try {
      return waiting.await(task);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("Interrupted while HBase was read.");
      interrupted.initCause(e);
      throw interrupted;
    } finally {
      task.cancel(true);
    }
  }

  private static <T> T answer(FutureTask<T> task, int millis)
      throws IOException, InterruptedException, TimeoutException {
    try {
      return task.get(millis, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw PatientRead.<IOException>asThrown(e.getCause());
    }
  }

  /** Throws the failure as it is: Scala throws checked exceptions that it does not declare. */
  @SuppressWarnings("unchecked")
  private static <E extends Throwable> E asThrown(Throwable failure) throws E {
    throw (E) failure;
  }

  /** Whether nobody can be asked; throws at the last time. */
  private static boolean isRefused(Probe probe, boolean isLast) throws SubPlanException {
    try {
      probe.check();
      return false;
    } catch (SubPlanException e) {
      if (isLast) {
        throw e;
      }
      return true;
    }
  }
}
