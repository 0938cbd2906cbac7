package org.apache.spark.sql.hbase.codec.document;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.packed.ArrayReader;
import org.apache.spark.sql.hbase.codec.packed.MapReader;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedReader;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.apache.spark.sql.hbase.codec.value.ScalarCodecs;
import org.apache.spark.sql.hbase.codec.value.TextCodec;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;

/**
 * Appends values of one type as JSON: without blanks, a STRUCT without its NULL fields, as Spark's
 * {@code to_json}. Takes nested values in their binary form. One encoder per type inside a column's
 * type, with its own buffers; not thread-safe.
 */
abstract class JsonEncoder implements ValueSink {
  final SqlType type;
  final ByteBuilder out;

  private JsonEncoder(SqlType type, ByteBuilder out) {
    this.type = type;
    this.out = out;
  }

  static JsonEncoder of(SqlType type, ByteBuilder out) {
    return switch (type.kind()) {
      case STRUCT -> new Struct(type, out);
      case ARRAY -> new Array(type, out);
      case MAP -> new Map(type, out);
      default -> new Scalar(type, out, false);
    };
  }

  @Override
  public void putNull() {
    out.appendByte('n').appendByte('u').appendByte('l').appendByte('l');
  }

  @Override
  public void putLong(long value) {
    throw noNestedValue();
  }

  @Override
  public void putDouble(double value) {
    throw noNestedValue();
  }

  @Override
  public void putDecimal128(long high, long low) {
    throw noNestedValue();
  }

  private IllegalStateException noNestedValue() {
    return new IllegalStateException("a value of " + type + " is put as bytes");
  }

  private static void appendString(
      SqlType type, byte[] bytes, int offset, int length, ByteBuilder out) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length));
    } catch (CharacterCodingException e) {
      // JSON is text; another reader would refuse the whole value.
      throw CodecException.of(
          CodecException.Code.VALUE_OUT_OF_RANGE,
          "type",
          type,
          "encoding",
          ValueEncoding.JSON,
          "reason",
          "the string is not valid UTF-8",
          "value",
          CodecException.printable(bytes, offset, length));
    }
    out.appendByte('"');
    for (int i = offset; i < offset + length; i++) {
      appendEscaped(bytes[i], out);
    }
    out.appendByte('"');
  }

  private static void appendEscaped(byte b, ByteBuilder out) {
    switch (b) {
      case '"', '\\' -> out.appendByte('\\').appendByte(b);
      case '\b' -> out.appendByte('\\').appendByte('b');
      case '\f' -> out.appendByte('\\').appendByte('f');
      case '\n' -> out.appendByte('\\').appendByte('n');
      case '\r' -> out.appendByte('\\').appendByte('r');
      case '\t' -> out.appendByte('\\').appendByte('t');
      default -> {
        if (b >= 0 && b < ' ') {
          TextCodec.append(String.format("\\u%04X", b), out);
        } else {
          out.appendByte(b);
        }
      }
    }
  }

  /** A number or boolean as it is; any other type, and every key of a MAP, as a string. */
  private static final class Scalar extends JsonEncoder {
    private final boolean isKey;

    /** Null for STRING and BINARY. */
    private final ValueCodec text;

    Scalar(SqlType type, ByteBuilder out, boolean isKey) {
      super(type, out);
      this.isKey = isKey;
      boolean isBytes = type.physical() == SqlType.Physical.BYTES;
      this.text = isBytes ? null : ScalarCodecs.of(type, ValueEncoding.TEXT);
    }

    @Override
    public void putLong(long value) {
      boolean quoted =
          switch (type.kind()) {
            case DATE, TIMESTAMP, TIMESTAMP_NTZ -> true;
            default -> isKey;
          };
      quote(quoted);
      text.encodeLong(value, out);
      quote(quoted);
    }

    @Override
    public void putDouble(double value) {
      boolean quoted = isKey || Double.isNaN(value) || Double.isInfinite(value);
      quote(quoted);
      text.encodeDouble(value, out);
      quote(quoted);
    }

    @Override
    public void putDecimal128(long high, long low) {
      quote(isKey);
      text.encodeDecimal128(high, low, out);
      quote(isKey);
    }

    @Override
    public void putBytes(byte[] bytes, int offset, int length) {
      if (type.kind() == SqlType.Kind.STRING) {
        appendString(type, bytes, offset, length, out);
        return;
      }
      ByteBuffer base64 = Base64.getEncoder().encode(ByteBuffer.wrap(bytes, offset, length));
      quote(true);
      out.appendBytes(base64.array(), 0, base64.limit());
      quote(true);
    }

    private void quote(boolean quoted) {
      if (quoted) {
        out.appendByte('"');
      }
    }
  }

  private static final class Struct extends JsonEncoder {
    private final PackedReader reader;
    private final JsonEncoder[] fields;

    Struct(SqlType type, ByteBuilder out) {
      super(type, out);
      this.reader = PackedCodec.ofStruct(type).newReader();
      this.fields = new JsonEncoder[type.fields().size()];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = of(type.fieldType(i), out);
      }
    }

    @Override
    public void putBytes(byte[] bytes, int offset, int length) {
      reader.bind(bytes, offset, length);
      char before = '{';
      for (int i = 0; i < fields.length; i++) {
        if (!reader.isNull(i)) {
          out.appendByte(before);
          before = ',';
          byte[] name = type.fields().get(i).name().getBytes(StandardCharsets.UTF_8);
          appendString(SqlType.STRING, name, 0, name.length, out);
          out.appendByte(':');
          reader.read(i, fields[i]);
        }
      }
      if (before == '{') {
        out.appendByte('{');
      }
      out.appendByte('}');
    }
  }

  private static final class Array extends JsonEncoder {
    private final ArrayReader reader;
    private final JsonEncoder element;

    Array(SqlType type, ByteBuilder out) {
      super(type, out);
      this.reader = new ArrayReader(type.fieldType(0));
      this.element = of(type.fieldType(0), out);
    }

    @Override
    public void putBytes(byte[] bytes, int offset, int length) {
      reader.bind(bytes, offset, length);
      out.appendByte('[');
      for (int i = 0; i < reader.count(); i++) {
        if (i > 0) {
          out.appendByte(',');
        }
        reader.read(i, element);
      }
      out.appendByte(']');
    }
  }

  private static final class Map extends JsonEncoder {
    private final MapReader reader;
    private final JsonEncoder key;
    private final JsonEncoder value;

    Map(SqlType type, ByteBuilder out) {
      super(type, out);
      this.reader = new MapReader(type);
      this.key = new Scalar(type.fieldType(0), out, true);
      this.value = of(type.fieldType(1), out);
    }

    @Override
    public void putBytes(byte[] bytes, int offset, int length) {
      reader.bind(bytes, offset, length);
      out.appendByte('{');
      for (int i = 0; i < reader.keys().count(); i++) {
        if (i > 0) {
          out.appendByte(',');
        }
        reader.keys().read(i, key);
        out.appendByte(':');
        reader.values().read(i, value);
      }
      out.appendByte('}');
    }
  }
}
