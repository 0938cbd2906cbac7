package org.apache.spark.sql.hbase.engine.error;

import java.util.Map;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;

/**
 * An expression or aggregate has no value for a row that Spark would evaluate too, as ANSI overflow
 * or a division by zero. The code is Spark's error class. The message is {@link
 * RemoteError#format}.
 */
public final class EvaluationException extends RuntimeException {
  private final transient RemoteError error;

  /** Of kind DATA; {@code values} are what a user needs to find the row or the expression. */
  public EvaluationException(ErrorCode code, String sentence, Map<String, String> values) {
    this(new RemoteError(code, sentence, values));
  }

  private EvaluationException(RemoteError error) {
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
