package org.apache.spark.sql.hbase.engine.expression.arithmetic;

import org.apache.spark.sql.hbase.codec.types.SqlType;

/** The width of an integer type in bits; vectors hold every integer sign-extended to 64 bits. */
public enum IntegerWidth {
  TINYINT(8),
  SMALLINT(16),
  INT(32),
  BIGINT(64);

  private final int shift;

  IntegerWidth(int bits) {
    shift = 64 - bits;
  }

  public static IntegerWidth of(SqlType type) {
    return valueOf(type.kind().name());
  }

  /** True for integers, FLOAT, DOUBLE and DECIMAL. */
  public static boolean isNumber(SqlType type) {
    return isInteger(type)
        || type.physical() == SqlType.Physical.DOUBLE
        || type.kind() == SqlType.Kind.DECIMAL;
  }

  public static boolean isInteger(SqlType type) {
    return switch (type.kind()) {
      case TINYINT, SMALLINT, INT, BIGINT -> true;
      default -> false;
    };
  }

  public int bits() {
    return Long.SIZE - shift;
  }

  /** The low bits of a value as a number of this width: what Java's narrowing casts keep. */
  public long wrap(long value) {
    return value << shift >> shift;
  }

  public boolean holds(long value) {
    return wrap(value) == value;
  }

  public long smallest() {
    return Long.MIN_VALUE >> shift;
  }

  public long largest() {
    return Long.MAX_VALUE >> shift;
  }
}
