package org.apache.spark.sql.hbase.engine.error;

import java.util.Optional;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.wire.CodedException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;

/**
 * Translates an exception of the engine into the error that users see: one code and one sentence,
 * wherever the engine ran.
 */
public final class EngineErrors {
  private EngineErrors() {}

  /** Empty for what only a defect of ours can throw. */
  public static Optional<RemoteError> describe(Throwable problem) {
    if (problem instanceof CodedException coded) {
      return Optional.of(coded.error());
    }
    if (problem instanceof CodecException codec) {
      ErrorCode code = ErrorCode.ofName(codec.code().name());
      return Optional.of(new RemoteError(code, codec.code().sentence() + ".", codec.values()));
    }
    return Optional.empty();
  }
}
