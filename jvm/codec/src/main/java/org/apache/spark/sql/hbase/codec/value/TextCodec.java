package org.apache.spark.sql.hbase.codec.value;

import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;

/**
 * The base of the TEXT codecs. Reading is strict: no blanks, no leading plus, ASCII digits only.
 */
public abstract class TextCodec extends ValueCodec {
  TextCodec(SqlType type) {
    super(type, ValueEncoding.TEXT);
  }

  public static void append(String text, ByteBuilder out) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    out.appendBytes(bytes, 0, bytes.length);
  }

  static String ascii(byte[] bytes, int offset, int length) {
    return new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
  }

  static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  /**
   * The position after the digits that start at {@code offset}; {@code offset} itself when there is
   * none.
   */
  public static int skipDigits(byte[] bytes, int offset, int end) {
    int at = offset;
    while (at < end && isDigit(bytes[at])) {
      at++;
    }
    return at;
  }
}
