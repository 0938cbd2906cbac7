package org.apache.spark.sql.hbase.engine.expression;

import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;

/** Which casts are computed, and which of them always succeed. */
final class CastRules {
  private CastRules() {}

  static boolean isSupported(Call call, SqlType from, SqlType to) {
    if (isNumberOrBoolean(from) && isNumberOrBoolean(to)) {
      return !isInexactInSpark(call.getEvalMode(), from, to);
    }
    return switch (to.kind()) {
      case STRING ->
          IntegerWidth.isInteger(from) || from.equals(SqlType.BOOLEAN) || from.equals(SqlType.DATE);
      case DATE ->
          from.equals(SqlType.TIMESTAMP_NTZ) || from.equals(SqlType.TIMESTAMP) && hasZone(call);
      case TIMESTAMP ->
          from.equals(SqlType.BIGINT)
              || (from.equals(SqlType.DATE) || from.equals(SqlType.TIMESTAMP_NTZ)) && hasZone(call);
      case TIMESTAMP_NTZ ->
          from.equals(SqlType.DATE) || from.equals(SqlType.TIMESTAMP) && hasZone(call);
      case BIGINT -> from.equals(SqlType.TIMESTAMP);
      default -> false;
    };
  }

  /** True if no value can make the cast raise in ANSI mode. */
  static boolean alwaysSucceeds(SqlType from, SqlType to) {
    return switch (to.kind()) {
      case BOOLEAN, FLOAT, DOUBLE, STRING, DATE -> true;
      case TINYINT, SMALLINT, INT, BIGINT ->
          from.equals(SqlType.BOOLEAN)
              || from.equals(SqlType.TIMESTAMP)
              || IntegerWidth.isInteger(from) && from.kind().compareTo(to.kind()) <= 0;
      case DECIMAL ->
          wholeDigits(from) <= to.precision() - to.scale() && from.scale() <= to.scale();
      case TIMESTAMP -> from.equals(SqlType.BIGINT);
      default -> false;
    };
  }

  /**
   * Spark takes long decimals to narrow integers through double, but only where it does not hold
   * them as a long, which a stored value does not tell.
   */
  private static boolean isInexactInSpark(EvalMode mode, SqlType from, SqlType to) {
    return from.physical() == SqlType.Physical.DECIMAL128
        && IntegerWidth.isInteger(to)
        && !to.equals(SqlType.BIGINT)
        && mode != EvalMode.LEGACY;
  }

  private static int wholeDigits(SqlType from) {
    return switch (from.kind()) {
      case BOOLEAN -> 1;
      case TINYINT -> 3;
      case SMALLINT -> 5;
      case INT -> 10;
      case BIGINT -> 19;
      case DECIMAL -> from.precision() - from.scale();
      default -> Integer.MAX_VALUE;
    };
  }

  private static boolean isNumberOrBoolean(SqlType type) {
    return FunctionRules.isNumber(type) || type.equals(SqlType.BOOLEAN);
  }

  private static boolean hasZone(Call call) {
    return FunctionRules.isZone(call.getTimeZone());
  }
}
