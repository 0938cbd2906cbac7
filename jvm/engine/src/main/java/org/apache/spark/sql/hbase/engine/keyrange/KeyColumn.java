package org.apache.spark.sql.hbase.engine.keyrange;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.CodecException;
import org.apache.spark.sql.hbase.codec.KeyPart;
import org.apache.spark.sql.hbase.codec.RowKeyBuilder;
import org.apache.spark.sql.hbase.codec.RowKeyCodec;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.codec.ValueEncoding;
import org.apache.spark.sql.hbase.engine.expression.kernel.Constant;

/**
 * The bytes that values of one key column have in row keys: from a comparison with a constant to
 * the set of bytes for which it is TRUE.
 */
final class KeyColumn {
  private final RowKeyCodec codec;
  private final int part;
  private final RowKeyCodec.PartEnd end;

  /** Bytes of every value, if they have all the same number. */
  private final int width;

  KeyColumn(RowKeyCodec codec, int part) {
    this.codec = codec;
    this.part = part;
    this.end = codec.endOf(part);
    this.width = end == RowKeyCodec.PartEnd.WIDTH ? encode(zero()).orElseThrow().length : 0;
  }

  private Constant zero() {
    return new Constant(keyPart().type(), false, 0, 0, 0, null);
  }

  private KeyPart keyPart() {
    return codec.parts().get(part);
  }

  /**
   * Whether equal values have equal bytes, and only they: not for floating point, of which other
   * writers may have stored several zeros and NaNs, nor where a reader takes several bytes for one
   * value.
   */
  boolean comparesEqual() {
    SqlType type = keyPart().type();
    return switch (keyPart().encoding()) {
      case ORDERED -> type.physical() != SqlType.Physical.DOUBLE;
      case HBASE ->
          type.physical() == SqlType.Physical.BYTES
              || type.physical() == SqlType.Physical.LONG
                  && type.kind() != SqlType.Kind.BOOLEAN
                  && type.kind() != SqlType.Kind.DECIMAL;
      case TEXT -> type.physical() == SqlType.Physical.BYTES;
      default -> false;
    };
  }

  /** Whether the order of bytes is that of values as well. */
  boolean comparesOrder() {
    return comparesEqual()
        && (keyPart().encoding() == ValueEncoding.ORDERED
            || keyPart().type().physical() == SqlType.Physical.BYTES);
  }

  /** Bytes of values equal to the constant; none if no row key can hold it. */
  RangeSet equalTo(Constant value) {
    return equalToAny(Stream.of(value));
  }

  RangeSet equalToAny(Stream<Constant> values) {
    return RangeSet.of(values.flatMap(value -> encode(value).stream()).map(this::point).toList());
  }

  /** Bytes of values above the constant; all if that cannot be said. */
  RangeSet above(Constant value) {
    return side(value, !keyPart().descending());
  }

  /** Bytes of values below the constant; all if that cannot be said. */
  RangeSet below(Constant value) {
    return side(value, keyPart().descending());
  }

  private RangeSet side(Constant value, boolean isBehind) {
    Optional<byte[]> bytes = encode(value);
    if (bytes.isEmpty()) {
      return RangeSet.ALL;
    }
    KeyRange point = point(bytes.get());
    if (!isBehind) {
      return RangeSet.of(List.of(new KeyRange(ByteStrings.EMPTY, point.start())));
    }
    return point.stop() == null
        ? RangeSet.NONE
        : RangeSet.of(List.of(new KeyRange(point.stop(), null)));
  }

  /** Bytes of strings that start with the constant; all if that cannot be said. */
  RangeSet startingWith(Constant prefix) {
    if (keyPart().descending() || prefix.bytes().length == 0) {
      return RangeSet.ALL;
    }
    KeyRange range = new KeyRange(prefix.bytes(), ByteStrings.afterPrefix(prefix.bytes()));
    return RangeSet.of(List.of(range));
  }

  private KeyRange point(byte[] bytes) {
    return new KeyRange(
        bytes,
        end == RowKeyCodec.PartEnd.END_OF_KEY
            ? ByteStrings.after(bytes)
            : ByteStrings.afterPrefix(bytes));
  }

  /** Whether a range holds exactly one value, so that the next part follows directly. */
  boolean isPoint(KeyRange range) {
    if (end == RowKeyCodec.PartEnd.END_OF_KEY || !point(range.start()).equals(range)) {
      return false;
    }
    return end == RowKeyCodec.PartEnd.WIDTH
        ? range.start().length == width
        : range.start().length > 0 && range.start()[range.start().length - 1] == terminator();
  }

  /** Bytes of every value; 0 if they have not all the same number. */
  int width() {
    return width;
  }

  /**
   * Where the part that begins at {@code from} ends, its terminator included.
   *
   * @param to end of the row key
   * @return -1 if the row key ends before
   */
  int endIn(byte[] row, int from, int to) {
    return switch (end) {
      case WIDTH -> from + width <= to ? from + width : -1;
      case END_OF_KEY -> to;
      case TERMINATOR -> {
        byte terminator = terminator();
        int at = from;
        while (at < to && row[at] != terminator) {
          at++;
        }
        yield at < to ? at + 1 : -1;
      }
    };
  }

  private byte terminator() {
    return (byte) (keyPart().descending() ? 0xFF : 0x00);
  }

  /** Nothing if the column's encoding has no such value. */
  private Optional<byte[]> encode(Constant value) {
    RowKeyBuilder builder = codec.newPartBuilder(part);
    try {
      switch (value.type().physical()) {
        case LONG -> builder.putLong(value.low());
        case DOUBLE -> builder.putDouble(value.floating());
        case DECIMAL128 -> builder.putDecimal128(value.high(), value.low());
        case BYTES -> builder.putBytes(value.bytes(), 0, value.bytes().length);
      }
      return Optional.of(builder.toPrefix());
    } catch (CodecException e) {
      return Optional.empty();
    }
  }
}
