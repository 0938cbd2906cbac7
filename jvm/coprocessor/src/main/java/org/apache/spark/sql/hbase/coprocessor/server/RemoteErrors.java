package org.apache.spark.sql.hbase.coprocessor.server;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.apache.spark.sql.hbase.engine.error.EngineErrors;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns whatever went wrong into what a client may see. Anything but an IOException that leaves a
 * hook makes HBase abort the region server or drop the coprocessor from the region.
 */
public final class RemoteErrors {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteErrors.class);

  /** Each is logged once, because a query meets it in every region. */
  private static final Set<String> UNLINKED = ConcurrentHashMap.newKeySet();

  /** The number of calls that are told; more are logged only. */
  private static final int MAX_TOLD = 3;

  private RemoteErrors() {}

  /**
   * An exception to throw instead of {@code problem}. HBase's own IOExceptions pass, because
   * clients know which of them to retry; everything deterministic becomes a DoNotRetryIOException
   * with a {@link RemoteError} as text.
   *
   * @throws OutOfMemoryError {@code problem} itself, if it is one: the server decides whether it
   *     can live on
   */
  public static IOException forClient(Throwable problem, RegionInfo region) {
    if (problem instanceof IOException) {
      return (IOException) problem;
    }
    if (problem instanceof OutOfMemoryError) {
      throw (OutOfMemoryError) problem;
    }
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof LinkageError) {
        return unlinked((LinkageError) cause, region);
      }
    }
    Optional<RemoteError> known = EngineErrors.describe(problem);
    if (known.isPresent()) {
      return new DoNotRetryIOException(withPlace(known.get(), region));
    }
    RemoteError unknown =
        new RemoteError(
            ErrorCode.INTERNAL_ERROR,
            "The sub-plan engine failed; the region server's log has the stack. Please report it."
                + " Until it is mended, pyspark-hbase disable with the name of the table lets Spark compute its"
                + " queries.",
            Map.of("problem", problem.toString()));
    String text = withPlace(unknown, region);
    LOG.error(text, problem);
    return new DoNotRetryIOException(text, problem);
  }

  /**
   * Returns the calls for which sub-plans were refused on this server, because HBase or the jar
   * lacks what they call.
   */
  public static Optional<String> unlinked() {
    String told = UNLINKED.stream().sorted().limit(MAX_TOLD).collect(Collectors.joining("; "));
    return told.isEmpty() ? Optional.empty() : Optional.of(told);
  }

  /** The engine and the scanner of the client do without what is missing here. */
  private static IOException unlinked(LinkageError problem, RegionInfo region) {
    RemoteError refusal =
        new RemoteError(
            ErrorCode.COPROCESSOR_DISABLED,
            "The coprocessor calls something that neither this HBase nor the coprocessor's jar has."
                + " Use a release of HBase that docs/COMPATIBILITY.md lists, and deploy the whole jar.",
            Map.of("problem", problem.toString(), "hbase", VersionInfo.getVersion()));
    String text = withPlace(refusal, region);
    if (UNLINKED.add(problem.toString())) {
      LOG.error(text, problem);
    }
    return new DoNotRetryIOException(text, problem);
  }

  private static String withPlace(RemoteError error, RegionInfo region) {
    Map<String, String> values = new LinkedHashMap<>(error.values());
    values.put("table", region.getTable().getNameAsString());
    values.put("region", region.getEncodedName());
    return new RemoteError(error.code(), error.sentence(), values).format();
  }
}
