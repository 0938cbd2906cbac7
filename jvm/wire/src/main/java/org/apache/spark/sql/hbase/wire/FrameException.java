package org.apache.spark.sql.hbase.wire;

/** Bytes are not a result frame of this version, or are damaged. */
public final class FrameException extends CodedException {
  private static final long serialVersionUID = 1L;

  /** With keyed values given as alternating keys and values. */
  public FrameException(String sentence, Object... keysAndValues) {
    super(new RemoteError(ErrorCode.CORRUPT_FRAME, sentence, RemoteError.valuesOf(keysAndValues)));
  }
}
