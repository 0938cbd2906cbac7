package org.apache.spark.sql.hbase.wire;

import com.google.flatbuffers.FlatBufferBuilder;
import org.apache.arrow.flatbuf.Binary;
import org.apache.arrow.flatbuf.Bool;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.TimeUnit;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;

/** The correspondence of the wire's types and Arrow's: docs/FORMAT.md, "Result frame". */
final class ArrowTypes {
  private static final String UTC = "UTC";

  private ArrowTypes() {}

  /** Bytes of the data buffer of {@code count} fixed-width values. */
  static long dataBytes(TypeKind kind, int count) {
    return switch (kind) {
      case BOOLEAN -> (count + 7L) / 8;
      case TINYINT -> count;
      case SMALLINT -> 2L * count;
      case INT, FLOAT, DATE -> 4L * count;
      case BIGINT, DOUBLE, TIMESTAMP, TIMESTAMP_NTZ -> 8L * count;
      case DECIMAL -> 16L * count;
      default -> throw new IllegalArgumentException("not a type of fixed width: " + kind);
    };
  }

  /** The member of Arrow's union {@code Type}. */
  static byte union(TypeKind kind) {
    return switch (kind) {
      case BOOLEAN -> Type.Bool;
      case TINYINT, SMALLINT, INT, BIGINT -> Type.Int;
      case FLOAT, DOUBLE -> Type.FloatingPoint;
      case DECIMAL -> Type.Decimal;
      // Spark's strings may hold bytes that are not UTF-8, which Arrow's Utf8 forbids.
      // Nested values are bytes in their binary form.
      case STRING, BINARY, STRUCT, ARRAY, MAP -> Type.Binary;
      case DATE -> Type.Date;
      case TIMESTAMP, TIMESTAMP_NTZ -> Type.Timestamp;
      default -> throw new IllegalArgumentException("not a type: " + kind);
    };
  }

  /** Writes the type's table and returns its position in the builder. */
  static int write(FlatBufferBuilder builder, DataType type) {
    switch (type.getKind()) {
      case BOOLEAN -> {
        Bool.startBool(builder);
        return Bool.endBool(builder);
      }
      case TINYINT, SMALLINT, INT, BIGINT -> {
        return Int.createInt(builder, (int) dataBytes(type.getKind(), 1) * 8, true);
      }
      case FLOAT, DOUBLE -> {
        short precision = type.getKind() == TypeKind.FLOAT ? Precision.SINGLE : Precision.DOUBLE;
        return FloatingPoint.createFloatingPoint(builder, precision);
      }
      case DECIMAL -> {
        return Decimal.createDecimal(builder, type.getPrecision(), type.getScale(), 128);
      }
      case STRING, BINARY, STRUCT, ARRAY, MAP -> {
        Binary.startBinary(builder);
        return Binary.endBinary(builder);
      }
      case DATE -> {
        return Date.createDate(builder, DateUnit.DAY);
      }
      case TIMESTAMP -> {
        int zone = builder.createString(UTC);
        return Timestamp.createTimestamp(builder, TimeUnit.MICROSECOND, zone);
      }
      case TIMESTAMP_NTZ -> {
        return Timestamp.createTimestamp(builder, TimeUnit.MICROSECOND, 0);
      }
      default -> throw new IllegalArgumentException("not a type: " + type.getKind());
    }
  }

  /** The wire's type of an Arrow field; whatever travels as bytes comes back as BINARY. */
  static DataType read(Field field) {
    switch (field.typeType()) {
      case Type.Bool -> {
        return of(TypeKind.BOOLEAN);
      }
      case Type.Int -> {
        return readInt((Int) field.type(new Int()));
      }
      case Type.FloatingPoint -> {
        short precision = ((FloatingPoint) field.type(new FloatingPoint())).precision();
        require(precision != Precision.HALF, "half precision");
        return of(precision == Precision.SINGLE ? TypeKind.FLOAT : TypeKind.DOUBLE);
      }
      case Type.Decimal -> {
        return readDecimal((Decimal) field.type(new Decimal()));
      }
      case Type.Binary -> {
        return of(TypeKind.BINARY);
      }
      case Type.Date -> {
        require(((Date) field.type(new Date())).unit() == DateUnit.DAY, "dates not in days");
        return of(TypeKind.DATE);
      }
      case Type.Timestamp -> {
        Timestamp timestamp = (Timestamp) field.type(new Timestamp());
        require(timestamp.unit() == TimeUnit.MICROSECOND, "timestamps not in microseconds");
        String zone = timestamp.timezone();
        require(zone == null || zone.equals(UTC), "timestamps not in UTC");
        return of(zone == null ? TypeKind.TIMESTAMP_NTZ : TypeKind.TIMESTAMP);
      }
      default -> throw unexpected("type " + field.typeType());
    }
  }

  private static DataType readInt(Int type) {
    require(type.isSigned(), "unsigned integers");
    return switch (type.bitWidth()) {
      case 8 -> of(TypeKind.TINYINT);
      case 16 -> of(TypeKind.SMALLINT);
      case 32 -> of(TypeKind.INT);
      case 64 -> of(TypeKind.BIGINT);
      default -> throw unexpected("integers of " + type.bitWidth() + " bits");
    };
  }

  private static DataType readDecimal(Decimal type) {
    int precision = type.precision();
    int scale = type.scale();
    require(type.bitWidth() == 128, "decimals not of 128 bits");
    require(
        precision >= 1 && precision <= 38 && scale >= 0 && scale <= precision, "decimal precision");
    return DataType.newBuilder()
        .setKind(TypeKind.DECIMAL)
        .setPrecision(precision)
        .setScale(scale)
        .build();
  }

  private static DataType of(TypeKind kind) {
    return DataType.newBuilder().setKind(kind).build();
  }

  private static void require(boolean condition, String found) {
    if (!condition) {
      throw unexpected(found);
    }
  }

  private static FrameException unexpected(String found) {
    return new FrameException(
        "The Arrow schema has a type that frames do not use.", "found", found);
  }
}
