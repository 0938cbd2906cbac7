package org.apache.spark.sql.hbase.codec.value;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/** {@code true} and {@code false}, in lower case. */
final class TextBooleanCodec extends TextCodec {
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

  TextBooleanCodec() {
    super(SqlType.BOOLEAN);
  }

  @Override
  public void decode(byte[] bytes, int offset, int length, ValueSink sink) {
    if (Arrays.equals(bytes, offset, offset + length, TRUE, 0, TRUE.length)) {
      sink.putLong(1);
    } else if (Arrays.equals(bytes, offset, offset + length, FALSE, 0, FALSE.length)) {
      sink.putLong(0);
    } else {
      throw corrupt("a value is true or false", bytes, offset, length);
    }
  }

  @Override
  public void encodeLong(long value, ByteBuilder out) {
    if (value != 0 && value != 1) {
      throw CodecException.outOfRange(type(), value);
    }
    byte[] text = value == 1 ? TRUE : FALSE;
    out.appendBytes(text, 0, text.length);
  }
}
