package org.apache.spark.sql.hbase.client.cluster;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;

/**
 * Waits for a read as long as HBase's client does, but not where the whole cluster is away. HBase's
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
    FutureTask<T> task = new FutureTask<>(read::run);
    Thread reader = new Thread(task, "hbase-patient-read");
    reader.setDaemon(true);
    reader.start();
    try {
      return answer(task, conf, turnMillis);
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

  private static <T> T answer(FutureTask<T> task, Configuration conf, int turnMillis)
      throws IOException, InterruptedException {
    int refusals = 0;
    while (true) {
      try {
        return task.get(turnMillis, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        refusals = isRefused(conf, refusals + 1) ? refusals + 1 : 0;
      } catch (ExecutionException e) {
        PatientRead.<IOException>rethrow(e.getCause());
      }
    }
  }

  /** Throws the failure as it is: Scala throws checked exceptions that it does not declare. */
  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void rethrow(Throwable failure) throws E {
    throw (E) failure;
  }

  /** Whether ZooKeeper cannot be reached; throws where it could not for too long. */
  private static boolean isRefused(Configuration conf, int refusals) throws SubPlanException {
    try {
      ClusterProbe.checkQuorum(conf, PROBE_MILLIS);
      return false;
    } catch (SubPlanException e) {
      if (refusals >= REFUSALS) {
        throw e;
      }
      return true;
    }
  }
}
