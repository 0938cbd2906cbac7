package org.apache.spark.sql.hbase.codec;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.hbase.codec.packed.ArrayReader;
import org.apache.spark.sql.hbase.codec.packed.ArrayWriter;
import org.apache.spark.sql.hbase.codec.packed.MapReader;
import org.apache.spark.sql.hbase.codec.packed.MapWriter;
import org.apache.spark.sql.hbase.codec.packed.NestedReader;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedReader;
import org.apache.spark.sql.hbase.codec.packed.PackedWriter;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * Nested values as objects that compare by value. A STRUCT and an ARRAY are a list with null for
 * NULL, a MAP is a list of entries. Other types are what {@link RecordingSink#take} returns.
 */
final class NestedValues {
  private static final int MAX_PARTS = 4;

  private final RandomValues random;

  NestedValues(RandomValues random) {
    this.random = random;
  }

  /** A nested type of at most so many levels below it. */
  SqlType type(int levels) {
    return switch (random.random().nextInt(3)) {
      case 0 -> {
        List<SqlType.Field> fields = new ArrayList<>();
        int count = 1 + random.random().nextInt(MAX_PARTS);
        while (fields.size() < count) {
          fields.add(new SqlType.Field("f " + fields.size() + "é`\"", part(levels)));
        }
        yield SqlType.struct(fields);
      }
      case 1 -> SqlType.array(part(levels));
      default -> SqlType.map(key(levels), part(levels));
    };
  }

  /** Strings often, for the encodings that have no other keys. */
  private SqlType key(int levels) {
    return random.random().nextBoolean() ? SqlType.STRING : part(Math.min(levels, 1));
  }

  private SqlType part(int levels) {
    return levels > 0 && random.random().nextInt(3) == 0 ? type(levels - 1) : random.type();
  }

  Object value(SqlType type) {
    return switch (type.kind()) {
      case STRUCT -> {
        List<Object> fields = new ArrayList<>();
        type.fields().forEach(field -> fields.add(valueOrNull(field.type())));
        yield fields;
      }
      case ARRAY -> {
        List<Object> elements = new ArrayList<>();
        for (int left = random.random().nextInt(2 * MAX_PARTS); left > 0; left--) {
          elements.add(valueOrNull(type.fieldType(0)));
        }
        yield elements;
      }
      case MAP -> {
        List<Map.Entry<Object, Object>> entries = new ArrayList<>();
        for (int left = random.random().nextInt(MAX_PARTS); left > 0; left--) {
          entries.add(entry(value(type.fieldType(0)), valueOrNull(type.fieldType(1))));
        }
        yield entries;
      }
      default -> random.value(type);
    };
  }

  private Object valueOrNull(SqlType type) {
    return random.random().nextInt(5) == 0 ? null : value(type);
  }

  /** A map entry that takes null. */
  static Map.Entry<Object, Object> entry(Object key, Object value) {
    return new SimpleImmutableEntry<>(key, value);
  }

  /** The binary form of a nested value. */
  static byte[] write(SqlType type, Object value) {
    RecordingSink sink = new RecordingSink();
    put(type, value, sink);
    return ((RecordingSink.Bytes) sink.take()).content();
  }

  private static void put(SqlType type, Object value, ValueSink sink) {
    if (value == null || !type.isNested()) {
      RecordingSink.put(value, sink);
      return;
    }
    List<?> parts = (List<?>) value;
    switch (type.kind()) {
      case STRUCT -> {
        PackedWriter writer = PackedCodec.ofStruct(type).newWriter();
        for (int i = 0; i < parts.size(); i++) {
          put(type.fieldType(i), parts.get(i), writer);
        }
        writer.putTo(sink);
      }
      case ARRAY -> {
        ArrayWriter writer = new ArrayWriter(type.fieldType(0));
        parts.forEach(element -> put(type.fieldType(0), element, writer));
        writer.putTo(sink);
      }
      default -> {
        MapWriter writer = new MapWriter(type);
        for (Object part : parts) {
          Map.Entry<?, ?> entry = (Map.Entry<?, ?>) part;
          put(type.fieldType(0), entry.getKey(), writer.keys());
          put(type.fieldType(1), entry.getValue(), writer.values());
        }
        writer.putTo(sink);
      }
    }
  }

  /** The value whose binary form these bytes are. */
  static Object read(SqlType type, byte[] bytes) {
    NestedReader bound = NestedReader.of(type);
    bound.bind(bytes, 0, bytes.length);
    if (bound instanceof ArrayReader array) {
      return elements(type.fieldType(0), array);
    }
    if (bound instanceof MapReader map) {
      List<Object> keys = elements(type.fieldType(0), map.keys());
      List<Object> values = elements(type.fieldType(1), map.values());
      List<Object> entries = new ArrayList<>();
      for (int i = 0; i < keys.size(); i++) {
        entries.add(entry(keys.get(i), values.get(i)));
      }
      return entries;
    }
    PackedReader struct = (PackedReader) bound;
    List<Object> fields = new ArrayList<>();
    for (int i = 0; i < type.fields().size(); i++) {
      RecordingSink sink = new RecordingSink();
      struct.read(i, sink);
      fields.add(part(type.fieldType(i), sink.take()));
    }
    return fields;
  }

  private static List<Object> elements(SqlType type, ArrayReader reader) {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < reader.count(); i++) {
      RecordingSink sink = new RecordingSink();
      reader.read(i, sink);
      elements.add(part(type, sink.take()));
    }
    return elements;
  }

  private static Object part(SqlType type, Object value) {
    boolean nested = value != null && type.isNested();
    return nested ? read(type, ((RecordingSink.Bytes) value).content()) : value;
  }
}
