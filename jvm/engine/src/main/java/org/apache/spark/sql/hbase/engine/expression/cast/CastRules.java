package org.apache.spark.sql.hbase.engine.expression.cast;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.arithmetic.IntegerWidth;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;

/** The casts that the engine computes, and among them the casts that always succeed. */
final class CastRules {
  private CastRules() {}

  static boolean isSupported(TypedCall call) {
    SqlType from = call.type(0);
    SqlType to = call.result();
    if (isNumberOrBoolean(from) && isNumberOrBoolean(to)) {
      return !isInexactInSpark(call.mode(), from, to);
    }
    if (from.equals(SqlType.DATE) && isNumberOrBoolean(to)) {
      return call.mode() == OverflowMode.WRAP;
    }
    return switch (to.kind()) {
      case DATE ->
          from.equals(SqlType.TIMESTAMP_NTZ) || from.equals(SqlType.TIMESTAMP) && call.hasZone();
      case TIMESTAMP ->
          IntegerWidth.isNumber(from)
              || from.equals(SqlType.BOOLEAN) && call.mode() == OverflowMode.WRAP
              || (from.equals(SqlType.DATE) || from.equals(SqlType.TIMESTAMP_NTZ))
                  && call.hasZone();
      case TIMESTAMP_NTZ ->
          from.equals(SqlType.DATE) || from.equals(SqlType.TIMESTAMP) && call.hasZone();
      case TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL -> from.equals(SqlType.TIMESTAMP);
      case BOOLEAN -> from.equals(SqlType.TIMESTAMP) && call.mode() == OverflowMode.WRAP;
      default -> false;
    };
  }

  /** True if no value can make the cast raise in ANSI mode. */
  static boolean alwaysSucceeds(SqlType from, SqlType to) {
    return switch (to.kind()) {
      case BOOLEAN, FLOAT, DOUBLE, DATE -> true;
      case TINYINT, SMALLINT, INT, BIGINT ->
          from.equals(SqlType.BOOLEAN)
              || from.equals(SqlType.TIMESTAMP) && to.equals(SqlType.BIGINT)
              || IntegerWidth.isInteger(from) && from.kind().compareTo(to.kind()) <= 0;
      case DECIMAL ->
          wholeDigits(from) <= to.precision() - to.scale() && from.scale() <= to.scale();
      case TIMESTAMP -> IntegerWidth.isInteger(from) || from.kind() == SqlType.Kind.DECIMAL;
      default -> false;
    };
  }

  /**
   * Spark takes long decimals to narrow integers through double, but only where it does not hold
   * them as a long. A stored value does not tell that.
   */
  private static boolean isInexactInSpark(OverflowMode mode, SqlType from, SqlType to) {
    return from.physical() == SqlType.Physical.DECIMAL128
        && IntegerWidth.isInteger(to)
        && !to.equals(SqlType.BIGINT)
        && mode != OverflowMode.WRAP;
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

  static boolean isNumberOrBoolean(SqlType type) {
    return IntegerWidth.isNumber(type) || type.equals(SqlType.BOOLEAN);
  }
}
