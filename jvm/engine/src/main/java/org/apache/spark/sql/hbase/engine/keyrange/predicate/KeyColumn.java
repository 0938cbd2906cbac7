package org.apache.spark.sql.hbase.engine.keyrange.predicate;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.rowkey.KeyForm;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPart;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeyBuilder;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeyCodec;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeys;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.apache.spark.sql.hbase.engine.expression.kernel.Constant;
import org.apache.spark.sql.hbase.engine.keyrange.interval.ByteStrings;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeySegment;
import org.apache.spark.sql.hbase.engine.keyrange.interval.RangeSet;
import org.apache.spark.sql.hbase.engine.types.Int128;

/**
 * The bytes that values of one key column have in row keys. A comparison with a constant becomes
 * the set of bytes for which it is TRUE.
 */
public final class KeyColumn implements KeySegment {
  /** In front of a value that tells its length. */
  private static final int LENGTH_BYTES = Short.BYTES;

  private final RowKeyCodec codec;
  private final int part;
  private final RowKeyCodec.PartEnd end;

  /** Bytes of every value, if they have all the same number. */
  private final int width;

  /** Bytes that a value can have, as far as they are an interval. */
  private final RangeSet domain;

  public KeyColumn(RowKeyCodec codec, int part) {
    this.codec = codec;
    this.part = part;
    this.end = codec.endOf(part);
    this.width = codec.widthOf(part);
    this.domain = domain();
  }

  private RangeSet domain() {
    boolean isOneByte = width == Byte.BYTES && keyPart().encoding() == ValueEncoding.ORDERED;
    if (!comparesOrder() && !isOneByte) {
      return RangeSet.ALL;
    }
    return switch (type().kind()) {
      case BOOLEAN -> between(wholeNumber(0), wholeNumber(1));
      case DECIMAL -> {
        BigInteger most = BigInteger.TEN.pow(type().precision()).subtract(BigInteger.ONE);
        yield between(unscaled(most.negate()), unscaled(most));
      }
      default -> RangeSet.ALL;
    };
  }

  private KeyPart keyPart() {
    return codec.parts().get(part);
  }

  public SqlType type() {
    return keyPart().type();
  }

  /** Whether the bytes of all values that equal one are known. */
  public boolean comparesEqual() {
    SqlType type = keyPart().type();
    return switch (keyPart().encoding()) {
      case ORDERED, PHOENIX -> true;
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
  public boolean comparesOrder() {
    return comparesPrefix()
        && (keyPart().form().kind() != KeyForm.Kind.DELIMITED
            || end == RowKeyCodec.PartEnd.END_OF_KEY)
        && (keyPart().encoding().keepsOrder()
            || keyPart().type().physical() == SqlType.Physical.BYTES);
  }

  /** Whether values that start alike have bytes that do. */
  public boolean comparesPrefix() {
    KeyForm.Kind form = keyPart().form().kind();
    return comparesEqual()
        && (form.keepsOrder() || form == KeyForm.Kind.DELIMITED || form == KeyForm.Kind.FIXED);
  }

  /** Bytes of values equal to the constant; none if no row key can hold it. */
  RangeSet equalTo(Constant value) {
    return equalToAny(Stream.of(value));
  }

  RangeSet equalToAny(Stream<Constant> values) {
    if (isFloating()) {
      return RangeSet.of(values.flatMap(value -> equalFloating(value).ranges().stream()).toList());
    }
    // There may be a million values.
    RowKeyBuilder builder = codec.newPartBuilder(part);
    List<KeyRange> points = new ArrayList<>();
    values.forEach(value -> encode(value, builder).map(this::point).ifPresent(points::add));
    return RangeSet.of(points);
  }

  /**
   * Returns the ranges that equal each constant, in the order of the constants; an empty set for a
   * constant that no row key can hold.
   */
  public List<RangeSet> equalToEach(Stream<Constant> values) {
    if (isFloating()) {
      return values.map(this::equalFloating).toList();
    }
    RowKeyBuilder builder = codec.newPartBuilder(part);
    return values
        .map(value -> RangeSet.of(encode(value, builder).stream().map(this::point).toList()))
        .toList();
  }

  /** Bytes of values above the constant; nothing if that cannot be said. */
  Optional<RangeSet> above(Constant value) {
    if (isFloating()) {
      return encode(value).map(bytes -> aboveFloating(value));
    }
    return side(value, !keyPart().descending());
  }

  /** Bytes of values below the constant; nothing if that cannot be said. */
  Optional<RangeSet> below(Constant value) {
    if (isFloating()) {
      return encode(value).map(bytes -> aboveFloating(value).or(equalFloating(value)).not());
    }
    if (type().physical() == SqlType.Physical.BYTES && value.bytes().length == 0) {
      return Optional.of(RangeSet.NONE);
    }
    return side(value, keyPart().descending());
  }

  /** Bytes of whole numbers from that one on, which the type of the column has. */
  RangeSet atLeast(long value) {
    return below(wholeNumber(value)).orElseThrow().not();
  }

  /** Bytes of whole numbers up to that one, which the type of the column has. */
  RangeSet atMost(long value) {
    return above(wholeNumber(value)).orElseThrow().not();
  }

  private Constant wholeNumber(long value) {
    return new Constant(keyPart().type(), false, value >> 63, value, 0, null);
  }

  private Constant unscaled(BigInteger value) {
    Int128 halves = new Int128();
    halves.set(value);
    return new Constant(type(), false, halves.high(), halves.low(), 0, null);
  }

  private boolean isFloating() {
    return keyPart().type().physical() == SqlType.Physical.DOUBLE;
  }

  /**
   * Writers store one zero and one NaN, but a reader takes -0.0 for 0.0, and NaNs of either sign
   * for the same. These are bytes beyond those of the infinities.
   */
  private RangeSet equalFloating(Constant value) {
    if (Double.isNaN(value.floating())) {
      return between(floating(Double.NEGATIVE_INFINITY), floating(Double.POSITIVE_INFINITY)).not();
    }
    RangeSet equal = RangeSet.of(encode(value).stream().map(this::point).toList());
    return value.floating() == 0 ? equal.or(RangeSet.of(List.of(point(minusZero())))) : equal;
  }

  /** NaN is above all others. */
  private RangeSet aboveFloating(Constant value) {
    if (Double.isNaN(value.floating())) {
      return RangeSet.NONE;
    }
    // Up to 0.0 means up to both zeros: -0.0 lies between 0.0 and the other numbers below it.
    return between(floating(Double.NEGATIVE_INFINITY), value).not();
  }

  /** Bytes from those of one value to those of another. */
  private RangeSet between(Constant from, Constant to) {
    KeyRange first = point(encode(keyPart().descending() ? to : from).orElseThrow());
    KeyRange last = point(encode(keyPart().descending() ? from : to).orElseThrow());
    return RangeSet.of(List.of(new KeyRange(first.start(), last.stop())));
  }

  private Constant floating(double value) {
    return new Constant(keyPart().type(), false, 0, 0, value, null);
  }

  /** It lies between 0.0 and the first number below it, in either order behind the one before. */
  private byte[] minusZero() {
    double below = type().kind() == SqlType.Kind.FLOAT ? -Float.MIN_VALUE : -Double.MIN_VALUE;
    Constant before = floating(keyPart().descending() ? 0.0 : below);
    return ByteStrings.nextOfSameLength(encode(before).orElseThrow());
  }

  private Optional<RangeSet> side(Constant value, boolean isBehind) {
    return encode(value)
        .map(this::point)
        .map(point -> RangeSet.of(isBehind ? behind(point) : before(point)));
  }

  private static List<KeyRange> before(KeyRange point) {
    return List.of(new KeyRange(ByteStrings.EMPTY, point.start()));
  }

  private static List<KeyRange> behind(KeyRange point) {
    return point.stop() == null ? List.of() : List.of(new KeyRange(point.stop(), null));
  }

  /** Bytes of strings that start with the constant. */
  RangeSet startingWith(Constant prefix) {
    return startOf(prefix)
        .map(start -> RangeSet.of(List.of(new KeyRange(start, ByteStrings.afterPrefix(start)))))
        .orElse(RangeSet.NONE);
  }

  /**
   * Returns the first bytes of all strings that start with the constant; nothing if there are none.
   */
  private Optional<byte[]> startOf(Constant prefix) {
    if (end == RowKeyCodec.PartEnd.WIDTH) {
      return Optional.of(prefix.bytes()).filter(bytes -> bytes.length <= width);
    }
    // Nothing if it holds what ends each value.
    int terminatorBytes = codec.terminatorBytesOf(part);
    return encode(prefix).map(bytes -> Arrays.copyOf(bytes, bytes.length - terminatorBytes));
  }

  @Override
  public Optional<List<byte[]>> values(RangeSet set, int max) {
    List<byte[]> values = new ArrayList<>();
    for (KeyRange range : set.and(domain).ranges()) {
      boolean isListed =
          end == RowKeyCodec.PartEnd.WIDTH
              ? addNumbers(range, max, values)
              : addIfPoint(range, values);
      if (!isListed || values.size() > max) {
        return Optional.empty();
      }
    }
    return Optional.of(values);
  }

  @Override
  public RangeSet possible(RangeSet values) {
    if (values.isAll()) {
      return values;
    }
    RangeSet inside = values.and(domain);
    return inside.equals(domain) ? RangeSet.ALL : inside.without(this::isVoid);
  }

  /**
   * Whether a range ends in front of the first value that starts with its first bytes:
   *
   * <pre>
   * INT, from nothing to 00000000    text before 00, from 'a' 01 to 'a' 01 00
   * </pre>
   */
  private boolean isVoid(KeyRange range) {
    byte[] stop = range.stop();
    byte[] at = range.start();
    while (stop != null && endIn(at, 0, at.length) < 0 && ByteStrings.startsWith(stop, at)) {
      at = RowKeys.after(at);
      if (Arrays.compareUnsigned(at, stop) >= 0) {
        return true;
      }
    }
    return false;
  }

  private boolean addIfPoint(KeyRange range, List<byte[]> to) {
    to.add(range.start());
    return point(range.start()).equals(range)
        && (end == RowKeyCodec.PartEnd.END_OF_KEY || isPoint(range));
  }

  /** Takes the bytes for numbers, one after the other. */
  private boolean addNumbers(KeyRange range, int max, List<byte[]> to) {
    if (range.start().length > width || range.stop() != null && range.stop().length > width) {
      return false;
    }
    byte[] at = Arrays.copyOf(range.start(), width);
    while (at != null && ByteStrings.compareEnds(at, range.stop()) < 0) {
      if (to.size() > max) {
        return false;
      }
      to.add(at);
      at = ByteStrings.nextOfSameLength(at);
    }
    return true;
  }

  /**
   * Reads the bytes of one value.
   *
   * @throws CodecException if they are none
   */
  public void decode(byte[] value, ValueSink sink) {
    codec.decodePart(part, value, sink);
  }

  @Override
  public List<KeyRange> singled(RangeSet values) {
    return values.ranges();
  }

  /** Returns the range of row-key bytes that hold one value, with any bytes that may follow. */
  public KeyRange point(byte[] bytes) {
    return new KeyRange(
        bytes,
        end == RowKeyCodec.PartEnd.END_OF_KEY
            ? RowKeys.after(bytes)
            : ByteStrings.afterPrefix(bytes));
  }

  @Override
  public boolean isPoint(KeyRange range) {
    if (end == RowKeyCodec.PartEnd.END_OF_KEY || !point(range.start()).equals(range)) {
      return false;
    }
    byte[] value = range.start();
    return switch (end) {
      case WIDTH -> value.length == width;
      default -> endIn(value, 0, value.length) == value.length;
    };
  }

  /**
   * The other values of a range of several lie in it without their terminator too: between 'a' 00
   * and 'b' 00 is 'a' 'b'.
   */
  @Override
  public RangeSet atEndOfKey(RangeSet values) {
    if (!codec.mayLackTerminator(part)) {
      return RangeSet.NONE;
    }
    List<KeyRange> ends = new ArrayList<>();
    for (KeyRange range : values.ranges()) {
      byte[] whole = range.start();
      if (whole.length > 0 && whole[whole.length - 1] == codec.terminatorOf(part)) {
        ends.add(new KeyRange(Arrays.copyOf(whole, whole.length - 1), whole));
      }
    }
    return RangeSet.of(ends);
  }

  /** A column that is left out and cannot be read is an error, unless a condition rejects NULL. */
  @Override
  public boolean mayBeLeftOut(RangeSet values) {
    if (!codec.isOmittable(part)) {
      return values.isAll();
    }
    byte[] empty =
        end == RowKeyCodec.PartEnd.TERMINATOR
            ? new byte[] {codec.terminatorOf(part)}
            : ByteStrings.EMPTY;
    return values.ranges().stream().anyMatch(range -> range.contains(empty));
  }

  @Override
  public long mostValues(KeyRange range) {
    if (end == RowKeyCodec.PartEnd.WIDTH && width <= Long.BYTES) {
      long behindAll = width == Long.BYTES ? 0 : 1L << (Byte.SIZE * width);
      long count =
          (range.stop() == null ? behindAll : number(range.stop())) - number(range.start());
      // Half of all BIGINTs and more are as good as no bound.
      return count > 0 ? count : Long.MAX_VALUE;
    }
    boolean isOne =
        end == RowKeyCodec.PartEnd.END_OF_KEY ? point(range.start()).equals(range) : isPoint(range);
    // Without its terminator.
    isOne |= Arrays.equals(RowKeys.after(range.start()), range.stop());
    return isOne ? 1 : Long.MAX_VALUE;
  }

  /** The bytes as a number that counts values of this width, what is missing being zeros. */
  private long number(byte[] bytes) {
    long number = 0;
    for (int i = 0; i < width; i++) {
      number = number << Byte.SIZE | (i < bytes.length ? bytes[i] & 0xFF : 0);
    }
    return number;
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public int endIn(byte[] row, int from, int to) {
    return switch (end) {
      case WIDTH -> from + width <= to ? from + width : -1;
      case END_OF_KEY -> to;
      case TERMINATOR -> codec.terminatedEnd(part, row, from, to);
      case LENGTH -> {
        int start = from + LENGTH_BYTES;
        int length = start <= to ? (row[from] & 0xFF) << Byte.SIZE | row[from + 1] & 0xFF : 0;
        yield start + length <= to ? start + length : -1;
      }
    };
  }

  /** Nothing if the column's encoding has no such value. */
  private Optional<byte[]> encode(Constant value) {
    return encode(value, codec.newPartBuilder(part));
  }

  private static Optional<byte[]> encode(Constant value, RowKeyBuilder builder) {
    builder.reset();
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
