package org.apache.spark.sql.hbase.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** decode(encode(x)) == x, bit by bit, for every type and encoding. */
class TestValueRoundTrip {
  private static final int ROUNDS = 2_000;
  private final RandomValues random = new RandomValues(42);

  @ParameterizedTest
  @EnumSource
  void decodingReturnsWhatWasEncoded(ValueEncoding encoding) {
    RecordingSink sink = new RecordingSink();
    for (SqlType type : RandomValues.TYPES) {
      if (ValueCodecs.isSupported(type, encoding)) {
        ValueCodec codec = ValueCodecs.of(type, encoding);
        for (int i = 0; i < ROUNDS; i++) {
          Object value = random.value(type);
          byte[] bytes = RecordingSink.encode(value, codec);
          codec.decode(bytes, 0, bytes.length, sink);
          assertEquals(value, sink.take(), () -> type + " " + Arrays.toString(bytes));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ORDERED", "PHOENIX"})
  void byteOrderIsTheOrderOfValuesWithMinusZeroBeforeZero(ValueEncoding encoding) {
    for (SqlType type : RandomValues.TYPES) {
      ValueCodec codec = ValueCodecs.of(type, encoding);
      for (int i = 0; i < ROUNDS; i++) {
        Object left = random.value(type);
        Object right = random.value(type);
        int expected =
            left instanceof Double number
                ? Double.compare(number, (Double) right)
                : RandomValues.compare(left, right);
        int byBytes =
            Arrays.compareUnsigned(
                RecordingSink.encode(left, codec), RecordingSink.encode(right, codec));
        assertEquals(
            Integer.signum(expected),
            Integer.signum(byBytes),
            () -> type + ": " + left + " " + right);
      }
    }
  }

  @Test
  void bytesThatAreNoValueAreRefusedWithoutAnyOtherException() {
    for (SqlType type : RandomValues.TYPES) {
      for (ValueEncoding encoding : ValueEncoding.values()) {
        if (ValueCodecs.isSupported(type, encoding)) {
          ValueCodec codec = ValueCodecs.of(type, encoding);
          for (int i = 0; i < ROUNDS; i++) {
            byte[] bytes = damaged(RecordingSink.encode(random.value(type), codec));
            decodeOrRefuse(codec, bytes);
          }
        }
      }
    }
  }

  @Test
  void textOfTwoZonesOrNoneIsNotATimestamp() {
    ValueCodec codec = ValueCodecs.of(SqlType.TIMESTAMP, ValueEncoding.TEXT);
    for (String text :
        new String[] {"2013-01-31T05:00:00ZZ", "2013-01-31T05:00:00", "Z", "TZ", "2013-01-31T"}) {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      assertThrows(
          CodecException.class,
          () -> codec.decode(bytes, 0, bytes.length, new RecordingSink()),
          text);
    }
  }

  private byte[] damaged(byte[] bytes) {
    int length = Math.max(0, bytes.length + random.random().nextInt(5) - 2);
    byte[] damaged = Arrays.copyOf(bytes, length);
    if (length > 0 && random.random().nextBoolean()) {
      damaged[random.random().nextInt(length)] = (byte) random.random().nextInt();
    }
    return damaged;
  }

  private static void decodeOrRefuse(ValueCodec codec, byte[] bytes) {
    RecordingSink sink = new RecordingSink();
    try {
      codec.decode(bytes, 0, bytes.length, sink);
      sink.take();
    } catch (CodecException e) {
      assertEquals(CodecException.Code.CORRUPT_VALUE, e.code());
    }
  }
}
