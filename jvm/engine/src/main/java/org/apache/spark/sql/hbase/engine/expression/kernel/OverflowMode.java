package org.apache.spark.sql.hbase.engine.expression.kernel;

import org.apache.spark.sql.hbase.wire.proto.EvalMode;

/** The answer of an expression whose result does not exist or does not fit its type. */
public enum OverflowMode {
  /** ANSI. */
  RAISE,
  /** LEGACY: integers wrap around, everything else gives NULL. */
  WRAP,
  /** TRY. */
  NULL;

  public static OverflowMode of(EvalMode mode) {
    return switch (mode) {
      case ANSI -> RAISE;
      case LEGACY -> WRAP;
      case TRY -> NULL;
      default -> throw new IllegalArgumentException("no eval mode: " + mode);
    };
  }
}
