package org.apache.spark.sql.hbase.wire;

import java.util.Map;

/**
 * Bytes are not a result frame of this version, or are damaged. The message is {@link
 * RemoteError#format}.
 */
public final class FrameException extends RuntimeException {
  private final transient RemoteError error;

  /** With keyed values given as alternating keys and values. */
  public FrameException(String sentence, Object... keysAndValues) {
    this(new RemoteError(ErrorCode.CORRUPT_FRAME, sentence, RemoteError.valuesOf(keysAndValues)));
  }

  private FrameException(RemoteError error) {
    super(error.format());
    this.error = error;
  }

  public ErrorCode code() {
    return error().code();
  }

  public Map<String, String> values() {
    return error().values();
  }

  public RemoteError error() {
    // After Java serialization only the message is left; it holds everything.
    return error != null ? error : RemoteError.find(getMessage()).orElseThrow();
  }
}
