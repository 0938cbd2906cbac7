package org.apache.spark.sql.hbase.engine.error;

import java.util.Map;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;

/**
 * Some rows would take more memory or time than the process has for one scan: whoever asked reads
 * them and computes the same. The message is {@link RemoteError#format}.
 */
public final class OverloadedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient RemoteError error;

  /** Of code SERVER_OVERLOADED; {@code values} say how much was wanted, and of what. */
  public OverloadedException(String sentence, Map<String, String> values) {
    this(new RemoteError(ErrorCode.SERVER_OVERLOADED, sentence, values));
  }

  private OverloadedException(RemoteError error) {
    super(error.format());
    this.error = error;
  }

  /** What a server sends to the client. */
  public RemoteError error() {
    // After Java serialization only the message is left; it holds everything.
    return error != null ? error : RemoteError.find(getMessage()).orElseThrow();
  }
}
