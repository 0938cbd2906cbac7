package org.apache.spark.sql.hbase.codec.document;

import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.HeldBytes;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;

/** JSON: a nested value as one JSON text. Not thread-safe. */
public final class JsonCodec extends ValueCodec {
  private final JsonScanner scanner;
  private final JsonDecoder decoder;
  private final ByteBuilder text = new ByteBuilder();
  private final JsonEncoder encoder;
  private final HeldBytes held = new HeldBytes();

  public JsonCodec(SqlType type) {
    super(type, ValueEncoding.JSON);
    this.scanner = new JsonScanner(type);
    this.decoder = JsonDecoder.of(type, scanner);
    this.encoder = JsonEncoder.of(type, text);
  }

  /** Returns the reason why values of a nested type have no JSON form; null if they have one. */
  public static String refusal(SqlType type) {
    if (type.kind() == SqlType.Kind.MAP && type.fieldType(0).isNested()) {
      return "a key of a JSON object is text, so the key of a MAP cannot be nested; use NESTED";
    }
    long names = type.fields().stream().map(SqlType.Field::name).distinct().count();
    if (names < type.fields().size()) {
      return "two fields of a STRUCT have one name; use NESTED";
    }
    for (SqlType.Field field : type.fields()) {
      String inner = refusal(field.type());
      if (inner != null) {
        return inner;
      }
    }
    return null;
  }

  @Override
  public void decode(byte[] bytes, int offset, int length, ValueSink sink) {
    scanner.bind(bytes, offset, length);
    decoder.decode(held);
    scanner.expectEnd();
    held.putTo(sink);
  }

  @Override
  public void encodeBytes(byte[] bytes, int offset, int length, ByteBuilder out) {
    text.reset();
    encoder.putBytes(bytes, offset, length);
    out.appendBytes(text.array(), 0, text.length());
  }
}
