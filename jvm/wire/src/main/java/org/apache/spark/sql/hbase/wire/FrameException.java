package org.apache.spark.sql.hbase.wire;

/** Bytes are not a result frame of this version, or are damaged. */
public final class FrameException extends CodedException {
  private static final long serialVersionUID = 1L;
  private static final String REMEDY =
      " Repeat the query. If the error comes again, use one version of client and servers.";

  /** With keyed values given as alternating keys and values. */
  public FrameException(String sentence, Object... keysAndValues) {
    super(
        new RemoteError(
            ErrorCode.CORRUPT_FRAME, sentence + REMEDY, RemoteError.valuesOf(keysAndValues)));
  }
}
