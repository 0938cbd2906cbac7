package org.apache.spark.sql.hbase.codec.value;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * FLOAT and DOUBLE as Java and Spark print them: {@code 1.5}, {@code 1.0E10}, {@code NaN}, {@code
 * -Infinity}. Read is any decimal number with digits on both sides of an optional point and an
 * optional exponent.
 */
final class TextFloatingCodec extends TextCodec {
  private static final byte[] NAN = "NaN".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] INFINITY = "Infinity".getBytes(StandardCharsets.US_ASCII);

  private final boolean isFloat;

  TextFloatingCodec(SqlType type) {
    super(type);
    this.isFloat = type.kind() == SqlType.Kind.FLOAT;
  }

  @Override
  public void decode(byte[] bytes, int offset, int length, ValueSink sink) {
    int end = offset + length;
    boolean negative = length > 0 && bytes[offset] == '-';
    int first = negative ? offset + 1 : offset;
    if (Arrays.equals(bytes, offset, end, NAN, 0, NAN.length)) {
      sink.putDouble(Double.NaN);
    } else if (Arrays.equals(bytes, first, end, INFINITY, 0, INFINITY.length)) {
      sink.putDouble(negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
    } else if (isNumber(bytes, first, end)) {
      String text = ascii(bytes, offset, length);
      double value = isFloat ? Float.parseFloat(text) : Double.parseDouble(text);
      if (Double.isInfinite(value)) {
        throw corrupt("the number is larger than the type's largest", bytes, offset, length);
      }
      sink.putDouble(value);
    } else {
      throw corrupt(
          "a value is a decimal number, NaN, Infinity or -Infinity", bytes, offset, length);
    }
  }

  /** Whether the bytes are {@code digits [. digits] [E [+-] digits]}. */
  private static boolean isNumber(byte[] bytes, int offset, int end) {
    int at = skipDigits(bytes, offset, end);
    boolean legal = at > offset;
    if (at < end && bytes[at] == '.') {
      int fraction = at + 1;
      at = skipDigits(bytes, fraction, end);
      legal &= at > fraction;
    }
    if (at < end && (bytes[at] == 'E' || bytes[at] == 'e')) {
      int exponent =
          at + 1 < end && (bytes[at + 1] == '-' || bytes[at + 1] == '+') ? at + 2 : at + 1;
      at = skipDigits(bytes, exponent, end);
      legal &= at > exponent;
    }
    return legal && at == end;
  }

  @Override
  public void encodeDouble(double value, ByteBuilder out) {
    append(
        isFloat ? Float.toString(FixedFloatingCodec.exactFloat(value)) : Double.toString(value),
        out);
  }
}
