package org.apache.spark.sql.hbase.codec.document;

import org.apache.spark.sql.hbase.codec.packed.ArrayWriter;
import org.apache.spark.sql.hbase.codec.packed.MapWriter;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedWriter;
import org.apache.spark.sql.hbase.codec.types.Decimals;
import org.apache.spark.sql.hbase.codec.types.FixedWidths;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * Turns the Avro value of one type into a value for a sink, nested ones in their binary form; the
 * mapping is FORMAT.md's, "Avro". One decoder per type inside a column's type, with its own
 * buffers; not thread-safe.
 */
abstract class AvroDecoder {
  final AvroInput in;

  private AvroDecoder(AvroInput in) {
    this.in = in;
  }

  static AvroDecoder of(SqlType type, AvroInput in) {
    return switch (type.kind()) {
      case STRUCT -> new Struct(type, in);
      case ARRAY -> new Array(type, in);
      case MAP -> new Map(type, in);
      default -> new Scalar(type, in);
    };
  }

  /** A value of a union of the type, which comes first, and null. */
  final void decode(ValueSink sink) {
    long branch = in.readLong();
    if (branch == 0) {
      decodeValue(sink);
    } else if (branch == 1) {
      sink.putNull();
    } else {
      throw in.corrupt("a union of two has no branch " + branch);
    }
  }

  abstract void decodeValue(ValueSink sink);

  private static final class Scalar extends AvroDecoder {
    private final SqlType type;

    Scalar(SqlType type, AvroInput in) {
      super(in);
      this.type = type;
    }

    @Override
    void decodeValue(ValueSink sink) {
      switch (type.kind()) {
        case BOOLEAN -> putInRange(in.readFixed(Byte.BYTES), sink);
        case FLOAT -> sink.putDouble(Float.intBitsToFloat((int) in.readFixed(Float.BYTES)));
        case DOUBLE -> sink.putDouble(Double.longBitsToDouble(in.readFixed(Double.BYTES)));
        case DECIMAL -> putDecimal(sink);
        case STRING, BINARY -> {
          long length = in.readLong();
          sink.putBytes(in.array(), in.take(length), (int) length);
        }
        default -> putInRange(in.readLong(), sink);
      }
    }

    private void putInRange(long value, ValueSink sink) {
      if (value < FixedWidths.min(type) || value > FixedWidths.max(type)) {
        throw in.corrupt(value + " is not a value of " + type);
      }
      sink.putLong(value);
    }

    /** Big-endian two's complement in as many bytes as the type's largest value needs. */
    private void putDecimal(ValueSink sink) {
      int length = Decimals.bytes(type.precision());
      int from = in.take(length);
      long high = in.array()[from] < 0 ? -1 : 0;
      long low = high;
      for (int i = from; i < from + length; i++) {
        high = high << Byte.SIZE | low >>> Long.SIZE - Byte.SIZE;
        low = low << Byte.SIZE | in.array()[i] & 0xFF;
      }
      if (!Decimals.put(high, low, type, sink)) {
        throw in.corrupt("a decimal has too many digits for " + type);
      }
    }
  }

  private static final class Struct extends AvroDecoder {
    private final AvroDecoder[] fields;
    private final PackedWriter writer;

    Struct(SqlType type, AvroInput in) {
      super(in);
      this.fields = new AvroDecoder[type.fields().size()];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = of(type.fieldType(i), in);
      }
      this.writer = PackedCodec.ofStruct(type).newWriter();
    }

    @Override
    void decodeValue(ValueSink sink) {
      writer.reset();
      for (AvroDecoder field : fields) {
        field.decode(writer);
      }
      writer.putTo(sink);
    }
  }

  private static final class Array extends AvroDecoder {
    private final AvroDecoder element;
    private final ArrayWriter writer;

    Array(SqlType type, AvroInput in) {
      super(in);
      this.element = of(type.fieldType(0), in);
      this.writer = new ArrayWriter(type.fieldType(0));
    }

    @Override
    void decodeValue(ValueSink sink) {
      writer.reset();
      for (int left = in.readBlockCount(); left > 0; left = in.readBlockCount()) {
        for (; left > 0; left--) {
          element.decode(writer);
        }
      }
      writer.putTo(sink);
    }
  }

  /** Keys are strings, not unions. */
  private static final class Map extends AvroDecoder {
    private final AvroDecoder key;
    private final AvroDecoder value;
    private final MapWriter writer;

    Map(SqlType type, AvroInput in) {
      super(in);
      this.key = of(type.fieldType(0), in);
      this.value = of(type.fieldType(1), in);
      this.writer = new MapWriter(type);
    }

    @Override
    void decodeValue(ValueSink sink) {
      writer.reset();
      for (int left = in.readBlockCount(); left > 0; left = in.readBlockCount()) {
        for (; left > 0; left--) {
          key.decodeValue(writer.keys());
          value.decode(writer.values());
        }
      }
      writer.putTo(sink);
    }
  }
}
