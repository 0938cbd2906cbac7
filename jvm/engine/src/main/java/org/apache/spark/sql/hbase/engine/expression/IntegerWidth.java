package org.apache.spark.sql.hbase.engine.expression;

import org.apache.spark.sql.hbase.codec.SqlType;

/** How many bits an integer type has; vectors hold all of them sign-extended to 64. */
enum IntegerWidth {
  TINYINT(8),
  SMALLINT(16),
  INT(32),
  BIGINT(64);

  private final int shift;

  IntegerWidth(int bits) {
    shift = 64 - bits;
  }

  static IntegerWidth of(SqlType type) {
    return valueOf(type.kind().name());
  }

  static boolean isInteger(SqlType type) {
    return switch (type.kind()) {
      case TINYINT, SMALLINT, INT, BIGINT -> true;
      default -> false;
    };
  }

  /** The low bits of a value as a number of this width: what Java's narrowing casts keep. */
  long wrap(long value) {
    return value << shift >> shift;
  }

  boolean holds(long value) {
    return wrap(value) == value;
  }

  long smallest() {
    return Long.MIN_VALUE >> shift;
  }

  long largest() {
    return Long.MAX_VALUE >> shift;
  }
}
