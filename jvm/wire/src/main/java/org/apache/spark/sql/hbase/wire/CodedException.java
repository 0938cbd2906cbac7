package org.apache.spark.sql.hbase.wire;

import java.util.Map;

/**
 * An exception that users see as a code, a sentence and values, wherever it was thrown. The message
 * is {@link RemoteError#format}, from which the other side of an RPC reads all three again.
 */
public abstract class CodedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient RemoteError error;

  protected CodedException(RemoteError error) {
    super(error.format());
    this.error = error;
  }

  public final ErrorCode code() {
    return error().code();
  }

  public final Map<String, String> values() {
    return error().values();
  }

  /** Returns the error that a server sends to the client. */
  public final RemoteError error() {
    // After Java serialization only the message is left; it holds everything.
    return error != null ? error : RemoteError.find(getMessage()).orElseThrow();
  }
}
