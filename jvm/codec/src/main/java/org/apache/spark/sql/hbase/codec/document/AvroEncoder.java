package org.apache.spark.sql.hbase.codec.document;

import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.packed.ArrayReader;
import org.apache.spark.sql.hbase.codec.packed.MapReader;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedReader;
import org.apache.spark.sql.hbase.codec.types.Decimals;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * Appends values of one type in Avro's binary encoding, each array and map as one block. Takes
 * nested values in their binary form. One encoder per type inside a column's type, with its own
 * buffers; not thread-safe.
 */
abstract class AvroEncoder implements ValueSink {
  private static final int VALUE = 0;
  private static final int NULL = 1;

  final SqlType type;
  final ByteBuilder out;

  private AvroEncoder(SqlType type, ByteBuilder out) {
    this.type = type;
    this.out = out;
  }

  /**
   * @param isUnion whether the value is a union with null: all but the outermost and keys
   */
  static AvroEncoder of(SqlType type, ByteBuilder out, boolean isUnion) {
    return switch (type.kind()) {
      case STRUCT -> new Struct(type, out, isUnion);
      case ARRAY -> new Array(type, out, isUnion);
      case MAP -> new Map(type, out, isUnion);
      default -> new Scalar(type, out, isUnion);
    };
  }

  private static void appendLong(long value, ByteBuilder out) {
    long rest = value << 1 ^ value >> Long.SIZE - 1;
    while ((rest & ~0x7FL) != 0) {
      out.appendByte((int) (rest & 0x7F | 0x80));
      rest >>>= 7;
    }
    out.appendByte((int) rest);
  }

  @Override
  public void putNull() {
    appendLong(NULL, out);
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

  private static final class Scalar extends AvroEncoder {
    private final boolean isUnion;

    Scalar(SqlType type, ByteBuilder out, boolean isUnion) {
      super(type, out);
      this.isUnion = isUnion;
    }

    @Override
    public void putLong(long value) {
      begin();
      switch (type.kind()) {
        case BOOLEAN -> out.appendByte((int) value);
        case DECIMAL -> appendDecimal(value >> Long.SIZE - 1, value);
        default -> appendLong(value, out);
      }
    }

    @Override
    public void putDouble(double value) {
      begin();
      if (type.kind() == SqlType.Kind.FLOAT) {
        out.appendInt(Integer.reverseBytes(Float.floatToIntBits((float) value)));
      } else {
        out.appendLong(Long.reverseBytes(Double.doubleToLongBits(value)));
      }
    }

    @Override
    public void putDecimal128(long high, long low) {
      begin();
      appendDecimal(high, low);
    }

    @Override
    public void putBytes(byte[] bytes, int offset, int length) {
      begin();
      appendLong(length, out);
      out.appendBytes(bytes, offset, length);
    }

    private void begin() {
      if (isUnion) {
        appendLong(VALUE, out);
      }
    }

    private void appendDecimal(long high, long low) {
      for (int left = Decimals.bytes(type.precision()) - 1; left >= 0; left--) {
        long half = left >= Long.BYTES ? high : low;
        out.appendByte((int) (half >> left % Long.BYTES * Byte.SIZE));
      }
    }
  }

  /** A nested value, read from its binary form. */
  private abstract static class Nested extends AvroEncoder {
    private final boolean isUnion;

    Nested(SqlType type, ByteBuilder out, boolean isUnion) {
      super(type, out);
      this.isUnion = isUnion;
    }

    @Override
    public final void putBytes(byte[] bytes, int offset, int length) {
      if (isUnion) {
        appendLong(VALUE, out);
      }
      append(bytes, offset, length);
    }

    abstract void append(byte[] bytes, int offset, int length);

    /** The item count of a block; without items there is none. */
    final void beginBlock(int count) {
      if (count > 0) {
        appendLong(count, out);
      }
    }

    final void endBlocks() {
      appendLong(0, out);
    }
  }

  private static final class Struct extends Nested {
    private final PackedReader reader;
    private final AvroEncoder[] fields;

    Struct(SqlType type, ByteBuilder out, boolean isUnion) {
      super(type, out, isUnion);
      this.reader = PackedCodec.ofStruct(type).newReader();
      this.fields = new AvroEncoder[type.fields().size()];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = of(type.fieldType(i), out, true);
      }
    }

    @Override
    void append(byte[] bytes, int offset, int length) {
      reader.bind(bytes, offset, length);
      for (int i = 0; i < fields.length; i++) {
        reader.read(i, fields[i]);
      }
    }
  }

  private static final class Array extends Nested {
    private final ArrayReader reader;
    private final AvroEncoder element;

    Array(SqlType type, ByteBuilder out, boolean isUnion) {
      super(type, out, isUnion);
      this.reader = new ArrayReader(type.fieldType(0));
      this.element = of(type.fieldType(0), out, true);
    }

    @Override
    void append(byte[] bytes, int offset, int length) {
      reader.bind(bytes, offset, length);
      beginBlock(reader.count());
      for (int i = 0; i < reader.count(); i++) {
        reader.read(i, element);
      }
      endBlocks();
    }
  }

  private static final class Map extends Nested {
    private final MapReader reader;
    private final AvroEncoder key;
    private final AvroEncoder value;

    Map(SqlType type, ByteBuilder out, boolean isUnion) {
      super(type, out, isUnion);
      this.reader = new MapReader(type);
      this.key = of(type.fieldType(0), out, false);
      this.value = of(type.fieldType(1), out, true);
    }

    @Override
    void append(byte[] bytes, int offset, int length) {
      reader.bind(bytes, offset, length);
      beginBlock(reader.keys().count());
      for (int i = 0; i < reader.keys().count(); i++) {
        reader.keys().read(i, key);
        reader.values().read(i, value);
      }
      endBlocks();
    }
  }
}
