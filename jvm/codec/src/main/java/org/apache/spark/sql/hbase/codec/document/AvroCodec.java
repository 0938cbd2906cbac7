package org.apache.spark.sql.hbase.codec.document;

import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.HeldBytes;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;

/** AVRO: a nested value in Avro's binary encoding. Not thread-safe. */
public final class AvroCodec extends ValueCodec {
  private final AvroInput in;
  private final AvroDecoder decoder;
  private final ByteBuilder scratch = new ByteBuilder();
  private final AvroEncoder encoder;
  private final HeldBytes held = new HeldBytes();

  public AvroCodec(SqlType type) {
    super(type, ValueEncoding.AVRO);
    this.in = new AvroInput(type);
    this.decoder = AvroDecoder.of(type, in);
    this.encoder = AvroEncoder.of(type, scratch, false);
  }

  /** Returns the reason why values of a nested type have no Avro form; null if they have one. */
  public static String refusal(SqlType type) {
    if (type.kind() == SqlType.Kind.MAP && type.fieldType(0).kind() != SqlType.Kind.STRING) {
      return "the key of an Avro map is a string; use NESTED";
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
    in.bind(bytes, offset, length);
    decoder.decodeValue(held);
    in.expectEnd();
    held.putTo(sink);
  }

  @Override
  public void encodeBytes(byte[] bytes, int offset, int length, ByteBuilder out) {
    scratch.reset();
    encoder.putBytes(bytes, offset, length);
    out.appendBytes(scratch.array(), 0, scratch.length());
  }
}
