package org.apache.spark.sql.hbase.wire;

import java.util.Map;

/** A sub-plan is refused: nothing of it has run. The message is {@link RemoteError#format}. */
public final class PlanException extends RuntimeException {
  private final transient RemoteError error;

  public PlanException(ErrorCode code, String sentence, Map<String, String> values) {
    this(new RemoteError(code, sentence, values));
  }

  /** With keyed values given as alternating keys and values. */
  public PlanException(ErrorCode code, String sentence, Object... keysAndValues) {
    this(new RemoteError(code, sentence, RemoteError.valuesOf(keysAndValues)));
  }

  private PlanException(RemoteError error) {
    super(error.format());
    this.error = error;
  }

  public ErrorCode code() {
    return error().code();
  }

  public Map<String, String> values() {
    return error().values();
  }

  /** What a server sends to the client. */
  public RemoteError error() {
    // After Java serialization only the message is left; it holds everything.
    return error != null ? error : RemoteError.find(getMessage()).orElseThrow();
  }
}
