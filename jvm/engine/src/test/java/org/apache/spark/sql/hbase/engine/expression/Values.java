package org.apache.spark.sql.hbase.engine.expression;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.ValueCodecs;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.decimal.DecimalVectors;
import org.apache.spark.sql.hbase.engine.types.Int128;

/**
 * SQL values as Java objects: Boolean; Long for integers, dates and timestamps; Double for floating
 * point; BigDecimal; String; byte[]; null; nested values as JSON text.
 */
final class Values {
  private Values() {}

  static void append(ColumnVector vector, Object value) {
    if (value == null) {
      vector.putNull();
    } else if (value instanceof Boolean flag) {
      vector.putLong(flag ? 1 : 0);
    } else if (value instanceof BigDecimal decimal) {
      appendDecimal(vector, decimal);
    } else if (value instanceof Double number) {
      vector.putDouble(number);
    } else if (value instanceof String json && vector.type().isNested()) {
      byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
      ValueCodecs.of(vector.type(), ValueEncoding.JSON).decode(bytes, 0, bytes.length, vector);
    } else if (value instanceof String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      vector.putBytes(bytes, 0, bytes.length);
    } else if (value instanceof byte[] bytes) {
      vector.putBytes(bytes, 0, bytes.length);
    } else {
      vector.putLong(((Number) value).longValue());
    }
  }

  private static void appendDecimal(ColumnVector vector, BigDecimal decimal) {
    BigInteger unscaled = decimal.setScale(vector.type().scale()).unscaledValue();
    if (vector.physical() == SqlType.Physical.LONG) {
      vector.putLong(unscaled.longValueExact());
    } else {
      vector.putDecimal128(unscaled.shiftRight(64).longValueExact(), unscaled.longValue());
    }
  }

  static Object read(ColumnVector vector, int row) {
    if (vector.nulls[row]) {
      return null;
    }
    SqlType type = vector.type();
    return switch (type.kind()) {
      case BOOLEAN -> vector.longs[row] != 0;
      case FLOAT, DOUBLE -> vector.doubles[row];
      case DECIMAL -> readDecimal(vector, row);
      case STRING -> new String(bytes(vector, row), StandardCharsets.UTF_8);
      case BINARY -> bytes(vector, row);
      case STRUCT, ARRAY, MAP -> json(type, bytes(vector, row));
      default -> vector.longs[row];
    };
  }

  private static String json(SqlType type, byte[] value) {
    ByteBuilder json = new ByteBuilder();
    ValueCodecs.of(type, ValueEncoding.JSON).encodeBytes(value, 0, value.length, json);
    return new String(json.toByteArray(), StandardCharsets.UTF_8);
  }

  private static BigDecimal readDecimal(ColumnVector vector, int row) {
    Int128 unscaled = new Int128();
    DecimalVectors.load(vector, row, unscaled);
    return new BigDecimal(unscaled.toBigInteger(), vector.type().scale());
  }

  private static byte[] bytes(ColumnVector vector, int row) {
    return Arrays.copyOfRange(vector.data, vector.offsets[row], vector.offsets[row + 1]);
  }
}
