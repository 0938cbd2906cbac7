package org.apache.spark.sql.hbase.codec.document;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.packed.ArrayWriter;
import org.apache.spark.sql.hbase.codec.packed.MapWriter;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedWriter;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.apache.spark.sql.hbase.codec.value.ScalarCodecs;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;

/**
 * Turns the JSON value of one type into a value for a sink, nested ones in their binary form; the
 * mapping is FORMAT.md's, "JSON". One decoder per type inside a column's type, with its own
 * buffers; not thread-safe.
 */
abstract class JsonDecoder {
  final JsonScanner in;

  private JsonDecoder(JsonScanner in) {
    this.in = in;
  }

  static JsonDecoder of(SqlType type, JsonScanner in) {
    return switch (type.kind()) {
      case STRUCT -> new Struct(type, in);
      case ARRAY -> new Array(type, in);
      case MAP -> new Map(type, in);
      default -> new Scalar(type, in);
    };
  }

  /** Consumes the next value of the text. */
  final void decode(ValueSink sink) {
    if (in.acceptNull()) {
      sink.putNull();
    } else {
      decodeValue(sink);
    }
  }

  abstract void decodeValue(ValueSink sink);

  /** Numbers and booleans as they are, or any value as a string with its text. */
  private static final class Scalar extends JsonDecoder {
    private final SqlType.Kind kind;

    /** Null for STRING and BINARY. */
    private final ValueCodec text;

    private final ByteBuilder string = new ByteBuilder();

    Scalar(SqlType type, JsonScanner in) {
      super(in);
      this.kind = type.kind();
      boolean isBytes = type.physical() == SqlType.Physical.BYTES;
      this.text = isBytes ? null : ScalarCodecs.of(type, ValueEncoding.TEXT);
    }

    @Override
    void decodeValue(ValueSink sink) {
      if (in.peek() == '"') {
        decodeString(sink);
      } else if (text == null) {
        throw in.corrupt("a string is missing");
      } else {
        int start = in.position();
        in.skipToken();
        text.decode(in.array(), start, in.position() - start, sink);
      }
    }

    /** Also the name of a member, which is the key of a map. */
    void decodeString(ValueSink sink) {
      string.reset();
      in.readString(string);
      switch (kind) {
        case STRING -> sink.putBytes(string.array(), 0, string.length());
        case BINARY -> putBase64(sink);
        default -> text.decode(string.array(), 0, string.length(), sink);
      }
    }

    private void putBase64(ValueSink sink) {
      byte[] decoded;
      try {
        decoded = Base64.getDecoder().decode(string.toByteArray());
      } catch (IllegalArgumentException e) {
        throw in.corrupt("a BINARY is a string in Base64");
      }
      sink.putBytes(decoded, 0, decoded.length);
    }
  }

  /**
   * An object. Its members come in any order, so they are first passed over to find where the
   * values of the fields start. Members that are no field are checked for being JSON only.
   */
  private static final class Struct extends JsonDecoder {
    private static final int ABSENT = -1;

    private final byte[][] names;
    private final JsonDecoder[] fields;
    private final int[] starts;
    private final PackedWriter writer;
    private final ByteBuilder name = new ByteBuilder();

    Struct(SqlType type, JsonScanner in) {
      super(in);
      int count = type.fields().size();
      this.names = new byte[count][];
      this.fields = new JsonDecoder[count];
      for (int i = 0; i < count; i++) {
        names[i] = type.fields().get(i).name().getBytes(StandardCharsets.UTF_8);
        fields[i] = of(type.fieldType(i), in);
      }
      this.starts = new int[count];
      this.writer = PackedCodec.ofStruct(type).newWriter();
    }

    @Override
    void decodeValue(ValueSink sink) {
      findFields();
      int end = in.position();
      writer.reset();
      for (int i = 0; i < fields.length; i++) {
        if (starts[i] == ABSENT) {
          writer.putNull();
        } else {
          in.seek(starts[i]);
          fields[i].decode(writer);
        }
      }
      in.seek(end);
      writer.putTo(sink);
    }

    private void findFields() {
      Arrays.fill(starts, ABSENT);
      in.expect('{');
      if (in.accept('}')) {
        return;
      }
      int expected = 0;
      do {
        name.reset();
        in.readString(name);
        in.expect(':');
        int field = find(expected);
        if (field >= 0) {
          if (starts[field] != ABSENT) {
            throw in.corrupt("a member occurs twice");
          }
          starts[field] = in.position();
          expected = field + 1;
        }
        in.skipValue();
      } while (in.accept(','));
      in.expect('}');
    }

    /** The field of the member's name, -1 for none; members mostly come in the fields' order. */
    private int find(int expected) {
      for (int i = 0; i < names.length; i++) {
        int field = expected + i < names.length ? expected + i : expected + i - names.length;
        byte[] candidate = names[field];
        if (Arrays.equals(candidate, 0, candidate.length, name.array(), 0, name.length())) {
          return field;
        }
      }
      return -1;
    }
  }

  /** An array. */
  private static final class Array extends JsonDecoder {
    private final JsonDecoder element;
    private final ArrayWriter writer;

    Array(SqlType type, JsonScanner in) {
      super(in);
      this.element = of(type.fieldType(0), in);
      this.writer = new ArrayWriter(type.fieldType(0));
    }

    @Override
    void decodeValue(ValueSink sink) {
      writer.reset();
      in.expect('[');
      if (!in.accept(']')) {
        do {
          element.decode(writer);
        } while (in.accept(','));
        in.expect(']');
      }
      writer.putTo(sink);
    }
  }

  /** An object whose names are the keys. */
  private static final class Map extends JsonDecoder {
    private final Scalar key;
    private final JsonDecoder value;
    private final MapWriter writer;

    Map(SqlType type, JsonScanner in) {
      super(in);
      this.key = new Scalar(type.fieldType(0), in);
      this.value = of(type.fieldType(1), in);
      this.writer = new MapWriter(type);
    }

    @Override
    void decodeValue(ValueSink sink) {
      writer.reset();
      in.expect('{');
      if (!in.accept('}')) {
        do {
          key.decodeString(writer.keys());
          in.expect(':');
          value.decode(writer.values());
        } while (in.accept(','));
        in.expect('}');
      }
      writer.putTo(sink);
    }
  }
}
