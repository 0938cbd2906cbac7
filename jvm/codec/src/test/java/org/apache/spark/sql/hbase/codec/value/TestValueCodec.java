package org.apache.spark.sql.hbase.codec.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.spark.sql.hbase.codec.RandomValues;
import org.apache.spark.sql.hbase.codec.RecordingSink;
import org.apache.spark.sql.hbase.codec.ValueCodecs;
import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TestValueCodec {
  private final ByteBuilder out = new ByteBuilder();

  @Test
  void binaryHasNoText() {
    assertFalse(ValueCodecs.isSupported(SqlType.BINARY, ValueEncoding.TEXT));
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> ValueCodecs.of(SqlType.BINARY, ValueEncoding.TEXT));
    assertTrue(e.getMessage().contains("use ORDERED or HBASE"), e.getMessage());
  }

  @ParameterizedTest
  @EnumSource(names = {"ORDERED", "HBASE", "TEXT", "PHOENIX"})
  void valuesOutsideTheTypeAreRefused(ValueEncoding encoding) {
    checkRefused(SqlType.BOOLEAN, encoding, 2L);
    checkRefused(SqlType.TINYINT, encoding, 128L);
    checkRefused(SqlType.SMALLINT, encoding, -32_769L);
    checkRefused(SqlType.INT, encoding, 1L << 31);
    checkRefused(SqlType.DATE, encoding, -(1L << 31) - 1);
    checkRefused(SqlType.FLOAT, encoding, 0.1);
    checkRefused(SqlType.FLOAT, encoding, 1e39);
    checkRefused(SqlType.decimal(3, 1), encoding, 1_000L);
    checkRefused(SqlType.decimal(18, 0), encoding, Long.MIN_VALUE);
    checkRefused(SqlType.decimal(20, 0), encoding, new BigDecimal("-100000000000000000000"));
  }

  private void checkRefused(SqlType type, ValueEncoding encoding, Object value) {
    ValueCodec codec = ValueCodecs.of(type, encoding);
    CodecException e =
        assertThrows(CodecException.class, () -> encode(value, codec), () -> type + " " + value);
    assertEquals(CodecException.Code.VALUE_OUT_OF_RANGE, e.code());
    assertEquals(type.toString(), e.values().get("type"));
    assertEquals(0, out.length(), "nothing was appended");
  }

  private void encode(Object value, ValueCodec codec) {
    if (value instanceof Long number) {
      codec.encodeLong(number, out);
    } else if (value instanceof Double number) {
      codec.encodeDouble(number, out);
    } else {
      BigInteger unscaled = ((BigDecimal) value).unscaledValue();
      codec.encodeDecimal128(unscaled.shiftRight(Long.SIZE).longValue(), unscaled.longValue(), out);
    }
  }

  @ParameterizedTest
  @EnumSource
  void valuesOfAnotherPhysicalTypeAreAMistakeOfTheCaller(ValueEncoding encoding) {
    for (SqlType type : RandomValues.TYPES) {
      if (ValueCodecs.isSupported(type, encoding)) {
        ValueCodec codec = ValueCodecs.of(type, encoding);
        SqlType.Physical physical = type.physical();
        checkMistake(physical == SqlType.Physical.LONG, () -> codec.encodeLong(0, out));
        checkMistake(physical == SqlType.Physical.DOUBLE, () -> codec.encodeDouble(0, out));
        checkMistake(
            physical == SqlType.Physical.DECIMAL128, () -> codec.encodeDecimal128(0, 0, out));
        checkMistake(
            physical == SqlType.Physical.BYTES, () -> codec.encodeBytes(new byte[0], 0, 0, out));
      }
    }
  }

  private static void checkMistake(boolean legal, Runnable call) {
    if (legal) {
      call.run();
    } else {
      assertThrows(IllegalStateException.class, call::run);
    }
  }

  @Test
  void anyNanIsWrittenAsTheCanonicalOne() {
    ValueCodec codec = ValueCodecs.of(SqlType.DOUBLE, ValueEncoding.HBASE);
    codec.encodeDouble(Double.longBitsToDouble(0xFFF8_0000_0000_0001L), out);
    assertEquals(0x7FF8_0000_0000_0000L, BigEndian.getLong(out.array(), 0));
  }

  @Test
  void aDecimalOfHugeScaleIsRefusedWithoutComputingIt() {
    ValueCodec codec = ValueCodecs.of(SqlType.decimal(38, 38), ValueEncoding.HBASE);
    for (int scale :
        new int[] {Integer.MIN_VALUE, Integer.MAX_VALUE, -1_000_000_000, 1_000_000_000}) {
      out.reset();
      out.appendInt(scale).appendByte(1);
      assertThrows(
          CodecException.class,
          () -> codec.decode(out.array(), 0, out.length(), new RecordingSink()));
    }
  }
}
