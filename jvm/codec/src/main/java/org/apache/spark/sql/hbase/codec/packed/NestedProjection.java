package org.apache.spark.sql.hbase.codec.packed;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * Rebuilds nested values in their binary form with fewer fields, so that the others need not
 * travel. Takes parts as a sink and puts what is left of them. One projection per type inside a
 * type, with its own buffers; not thread-safe.
 *
 * <pre>
 * ARRAY&lt;STRUCT&lt;a, b, c&gt;&gt;  to  ARRAY&lt;STRUCT&lt;c, a&gt;&gt;
 * </pre>
 */
public abstract class NestedProjection {
  private NestedProjection() {}

  /**
   * Whether {@code to} is {@code from} with fewer fields in its STRUCTs, found by name, in any
   * order. A name that occurs twice is not found.
   */
  public static boolean exists(SqlType from, SqlType to) {
    if (!from.isNested() || from.equals(to)) {
      return from.equals(to);
    }
    if (from.kind() != to.kind()) {
      return false;
    }
    if (from.kind() != SqlType.Kind.STRUCT) {
      for (int i = 0; i < from.fields().size(); i++) {
        if (!exists(from.fieldType(i), to.fieldType(i))) {
          return false;
        }
      }
      return true;
    }
    return to.fields().stream()
        .allMatch(
            field -> {
              int position = position(from, field.name());
              return position >= 0 && exists(from.fieldType(position), field.type());
            });
  }

  /** -1 unless exactly one field has the name. */
  private static int position(SqlType struct, String name) {
    List<String> names = struct.fields().stream().map(SqlType.Field::name).toList();
    int first = names.indexOf(name);
    return first == names.lastIndexOf(name) ? first : -1;
  }

  /** The projection that {@link #exists}. */
  public static NestedProjection toType(SqlType from, SqlType to) {
    return switch (from.equals(to) ? SqlType.Kind.BINARY : from.kind()) {
      case STRUCT -> new Struct(from, to);
      case ARRAY -> new Array(from, to, toType(from.fieldType(0), to.fieldType(0)));
      case MAP -> new Map(from, to);
      default -> new Whole();
    };
  }

  /** Makes the projection of an ARRAY of STRUCT to the ARRAY of one field. */
  public static NestedProjection ofArrayToField(SqlType array, int field) {
    SqlType struct = array.fieldType(0);
    SqlType to = SqlType.array(struct.fieldType(field));
    return new Array(array, to, new Field(struct, field));
  }

  /** Puts what is left of a value. The sink copies before the next call. */
  public abstract void project(byte[] bytes, int offset, int length, ValueSink sink);

  /** A part as a sink takes it: projected if it is nested, else as it is. */
  private static final class Part implements ValueSink {
    private final NestedProjection projection;
    private final ValueSink target;

    Part(NestedProjection projection, ValueSink target) {
      this.projection = projection;
      this.target = target;
    }

    @Override
    public void putNull() {
      target.putNull();
    }

    @Override
    public void putLong(long value) {
      target.putLong(value);
    }

    @Override
    public void putDouble(double value) {
      target.putDouble(value);
    }

    @Override
    public void putDecimal128(long high, long low) {
      target.putDecimal128(high, low);
    }

    @Override
    public void putBytes(byte[] bytes, int offset, int length) {
      projection.project(bytes, offset, length, target);
    }
  }

  private static final class Whole extends NestedProjection {
    @Override
    public void project(byte[] bytes, int offset, int length, ValueSink sink) {
      sink.putBytes(bytes, offset, length);
    }
  }

  private static final class Field extends NestedProjection {
    private final PackedReader reader;
    private final int field;

    Field(SqlType struct, int field) {
      this.reader = PackedCodec.ofStruct(struct).newReader();
      this.field = field;
    }

    @Override
    public void project(byte[] bytes, int offset, int length, ValueSink sink) {
      reader.bind(bytes, offset, length);
      reader.read(field, sink);
    }
  }

  private static final class Struct extends NestedProjection {
    private final PackedReader reader;
    private final PackedWriter writer;
    private final int[] positions;
    private final Part[] parts;

    Struct(SqlType from, SqlType to) {
      this.reader = PackedCodec.ofStruct(from).newReader();
      this.writer = PackedCodec.ofStruct(to).newWriter();
      this.positions = new int[to.fields().size()];
      this.parts = new Part[positions.length];
      for (int i = 0; i < parts.length; i++) {
        positions[i] = position(from, to.fields().get(i).name());
        parts[i] = new Part(toType(from.fieldType(positions[i]), to.fieldType(i)), writer);
      }
    }

    @Override
    public void project(byte[] bytes, int offset, int length, ValueSink sink) {
      reader.bind(bytes, offset, length);
      writer.reset();
      for (int i = 0; i < parts.length; i++) {
        reader.read(positions[i], parts[i]);
      }
      writer.putTo(sink);
    }
  }

  private static final class Array extends NestedProjection {
    private final ArrayReader reader;
    private final ArrayWriter writer;
    private final Part element;

    Array(SqlType from, SqlType to, NestedProjection element) {
      this.reader = new ArrayReader(from.fieldType(0));
      this.writer = new ArrayWriter(to.fieldType(0));
      this.element = new Part(element, writer);
    }

    @Override
    public void project(byte[] bytes, int offset, int length, ValueSink sink) {
      reader.bind(bytes, offset, length);
      writer.reset();
      for (int i = 0; i < reader.count(); i++) {
        reader.read(i, element);
      }
      writer.putTo(sink);
    }
  }

  private static final class Map extends NestedProjection {
    private final MapReader reader;
    private final MapWriter writer;
    private final Part key;
    private final Part value;

    Map(SqlType from, SqlType to) {
      this.reader = (MapReader) NestedReader.of(from);
      this.writer = new MapWriter(to);
      this.key = new Part(toType(from.fieldType(0), to.fieldType(0)), writer.keys());
      this.value = new Part(toType(from.fieldType(1), to.fieldType(1)), writer.values());
    }

    @Override
    public void project(byte[] bytes, int offset, int length, ValueSink sink) {
      reader.bind(bytes, offset, length);
      writer.reset();
      for (int i = 0; i < reader.keys().count(); i++) {
        reader.keys().read(i, key);
        reader.values().read(i, value);
      }
      writer.putTo(sink);
    }
  }
}
