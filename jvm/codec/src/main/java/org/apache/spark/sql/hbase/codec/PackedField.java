package org.apache.spark.sql.hbase.codec;

/** How a field stands in the fixed area of a packed cell. */
enum PackedField {
  BOOLEAN,
  BYTE,
  SHORT,
  INT,
  LONG,
  FLOAT,
  DOUBLE,
  DECIMAL64,
  DECIMAL128,
  BYTES;

  static PackedField of(SqlType type) {
    return switch (type.kind()) {
      case BOOLEAN -> BOOLEAN;
      case TINYINT -> BYTE;
      case SMALLINT -> SHORT;
      case INT, DATE -> INT;
      case BIGINT, TIMESTAMP, TIMESTAMP_NTZ -> LONG;
      case FLOAT -> FLOAT;
      case DOUBLE -> DOUBLE;
      case DECIMAL -> type.physical() == SqlType.Physical.LONG ? DECIMAL64 : DECIMAL128;
      case STRING, BINARY -> BYTES;
    };
  }
}
