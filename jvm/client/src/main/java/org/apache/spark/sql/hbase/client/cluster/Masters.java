package org.apache.spark.sql.hbase.client.cluster;

import java.io.IOException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks masters. HBase's client looks for a master for many minutes where there is none, and its
 * timeouts do not bound that; these calls end. Thread-safe.
 */
public final class Masters {
  private static final Logger LOG = LoggerFactory.getLogger(Masters.class);
  private static final int PROBE_MILLIS = 5_000;

  /** Turns in a row, about a minute, in which no master answered: time for one to take over. */
  private static final int REFUSALS = 4;

  /** Connections over which no master answered last: the next call fails within seconds. */
  private static final Set<Connection> SILENT =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  /**
   * A question or an order, which may be interrupted.
   *
   * @param <T> its answer
   */
  public interface Call<T> {
    T run(Admin admin) throws IOException;
  }

  private Masters() {}

  /**
   * The answer, which is waited for as long as a master answers anything. Spark asks some questions
   * again and again though each ends with an error, so only the first one waits.
   *
   * @throws SubPlanException CLUSTER_UNREACHABLE when none does for about a minute. An order may
   *     have been obeyed all the same
   */
  public static <T> T ask(Connection connection, Call<T> call) throws IOException {
    if (SILENT.contains(connection)) {
      check(connection);
    }
    try {
      return PatientRead.of(() -> checkAloud(connection), REFUSALS, reading(connection, call));
    } catch (SubPlanException e) {
      if (e.code() == ErrorCode.CLUSTER_UNREACHABLE) {
        SILENT.add(connection);
      }
      throw e;
    }
  }

  /** The answer, which is not null; empty where none comes in time. */
  public static <T> Optional<T> askFor(int seconds, Connection connection, Call<T> call)
      throws IOException {
    return PatientRead.within(1_000 * seconds, reading(connection, call));
  }

  private static <T> PatientRead.Read<T> reading(Connection connection, Call<T> call) {
    return () -> {
      try (Admin admin = connection.getAdmin()) {
        return call.run(admin);
      }
    };
  }

  private static void checkAloud(Connection connection) throws SubPlanException {
    try {
      check(connection);
    } catch (SubPlanException e) {
      LOG.warn("No HBase master answers; it is asked again, for about a minute in all.");
      throw e;
    }
  }

  private static void check(Connection connection) throws SubPlanException {
    IOException cause = null;
    try {
      if (PatientRead.within(PROBE_MILLIS, reading(connection, Masters::name)).isPresent()) {
        SILENT.remove(connection);
        return;
      }
    } catch (IOException e) {
      cause = e;
    }
    throw new SubPlanException(
        ErrorCode.CLUSTER_UNREACHABLE,
        "No HBase master answers. A change that it was asked for may be made all the same. See whether a master runs"
            + " and can be reached from here, then repeat the statement.",
        Map.of("quorum", ClusterProbe.quorum(connection.getConfiguration())),
        cause);
  }

  private static ServerName name(Admin admin) throws IOException {
    return admin.getClusterMetrics(EnumSet.of(Option.MASTER)).getMasterName();
  }
}
