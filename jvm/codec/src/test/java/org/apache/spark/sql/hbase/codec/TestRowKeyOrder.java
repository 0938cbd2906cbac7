package org.apache.spark.sql.hbase.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.codec.rowkey.KeyForm;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPart;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeyBuilder;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeyCodec;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.junit.jupiter.api.Test;

/**
 * Order of values == order of bytes, for single columns of every type and for random composite row
 * keys.
 */
class TestRowKeyOrder {
  private static final int ROUNDS = 20_000;
  private static final int MAX_PARTS = 4;

  private static final ValueEncoding[] IN_ORDER = {ValueEncoding.ORDERED, ValueEncoding.PHOENIX};

  /** No value of the fixtures contains it. */
  private static final int DELIMITER = '|';

  private final RandomValues random = new RandomValues(20130101);

  @Test
  void byteOrderIsTheOrderOfValuesForEveryType() {
    for (SqlType type : RandomValues.TYPES) {
      for (boolean descending : new boolean[] {false, true}) {
        for (ValueEncoding encoding : IN_ORDER) {
          if (!descending || type.kind() != SqlType.Kind.BINARY) {
            List<KeyPart> parts = List.of(new KeyPart(type, encoding, descending));
            for (int i = 0; i < ROUNDS / 10; i++) {
              checkOrder(parts, List.of(random.value(type)), List.of(random.value(type)));
            }
          }
        }
      }
    }
  }

  /** STRING and BINARY with any bytes, in any place and direction, among columns of other types. */
  @Test
  void byteOrderOfEscapedColumnsIsTheOrderOfValues() {
    for (int i = 0; i < ROUNDS; i++) {
      List<KeyPart> parts = randomParts();
      int count = 1 + random.random().nextInt(2);
      for (int escaped = 0; escaped < count; escaped++) {
        SqlType type = random.random().nextBoolean() ? SqlType.STRING : SqlType.BINARY;
        boolean descending = random.random().nextBoolean();
        parts.add(
            random.random().nextInt(parts.size()),
            new KeyPart(type, ValueEncoding.ORDERED, descending, KeyForm.ESCAPED));
      }
      List<Object> left = parts.stream().map(this::anyValue).toList();
      List<Object> right = new ArrayList<>();
      for (int part = 0; part < parts.size(); part++) {
        right.add(random.random().nextBoolean() ? left.get(part) : anyValue(parts.get(part)));
      }
      checkOrder(parts, left, right);
      RowKeyCodec codec = new RowKeyCodec(parts);
      byte[] row = encode(codec, left);
      assertEquals(0, compare(parts, left, decode(codec, row)), () -> parts + ": " + left);
      // The search for the end of a part agrees with the reader of the part.
      int at = 0;
      for (int part = 0; part < parts.size(); part++) {
        int width = encodedPart(codec, part, left.get(part)).length;
        if (parts.get(part).form().equals(KeyForm.ESCAPED)) {
          assertEquals(at + width, codec.terminatedEnd(part, row, at, row.length));
        }
        at += width;
      }
    }
  }

  private Object anyValue(KeyPart part) {
    return part.form().equals(KeyForm.ESCAPED)
        ? random.valueWithZeros()
        : random.value(part.type());
  }

  private static byte[] encodedPart(RowKeyCodec codec, int part, Object value) {
    RowKeyBuilder builder = codec.newPartBuilder(part);
    RecordingSink.put(value, builder);
    return builder.toPrefix();
  }

  @Test
  void byteOrderIsTheOrderOfValuesForCompositeKeys() {
    for (int i = 0; i < ROUNDS; i++) {
      List<KeyPart> parts = randomParts();
      List<Object> left = new ArrayList<>();
      List<Object> right = new ArrayList<>();
      for (KeyPart part : parts) {
        Object value = random.value(part.type());
        left.add(value);
        // Half of the values agree, so that later columns decide too.
        right.add(random.random().nextBoolean() ? value : random.value(part.type()));
      }
      checkOrder(parts, left, right);
    }
  }

  @Test
  void decodingReturnsWhatWasEncodedInAnyMixOfEncodings() {
    for (int i = 0; i < ROUNDS; i++) {
      List<KeyPart> parts = randomParts();
      for (int part = 0; part < parts.size(); part++) {
        parts.set(part, inAnyForm(inAnyEncoding(parts.get(part), part == parts.size() - 1)));
      }
      List<Object> values = parts.stream().map(part -> random.value(part.type())).toList();
      byte[] row = encode(new RowKeyCodec(parts), values);
      List<Object> decoded = decode(new RowKeyCodec(parts), row);
      assertEquals(0, compare(parts, values, decoded), () -> parts + " " + values);
    }
  }

  @Test
  void behindTheSamePrefixByteOrderIsTheOrderOfValues() {
    for (int i = 0; i < ROUNDS; i++) {
      List<KeyPart> parts = randomParts();
      RowKeyCodec codec = new RowKeyCodec(parts, Optional.of(randomPrefix(parts.size())));
      List<Object> left = parts.stream().map(part -> random.value(part.type())).toList();
      List<Object> right = parts.stream().map(part -> random.value(part.type())).toList();
      byte[] leftRow = encode(codec, left);
      byte[] rightRow = encode(codec, right);
      int width = codec.prefix().orElseThrow().width();
      int byBytes =
          Arrays.compareUnsigned(leftRow, width, leftRow.length, rightRow, width, rightRow.length);
      assertEquals(Integer.signum(compare(parts, left, right)), Integer.signum(byBytes));
      assertEquals(0, compare(parts, left, decode(codec, leftRow)), () -> parts + " " + left);
    }
  }

  /**
   * Tests that the parts that Phoenix leaves out at the end of a row key change neither values nor
   * their order.
   */
  @Test
  void rowKeysThatEndEarlyAreInTheOrderOfValuesToo() {
    for (int i = 0; i < ROUNDS; i++) {
      List<KeyPart> parts = randomParts();
      parts.replaceAll(p -> new KeyPart(p.type(), ValueEncoding.PHOENIX, p.descending()));
      if (random.random().nextBoolean()
          && parts.get(parts.size() - 1).type().kind() != SqlType.Kind.BINARY) {
        parts.add(new KeyPart(SqlType.STRING, ValueEncoding.PHOENIX, false));
      }
      RowKeyCodec codec = new RowKeyCodec(parts);
      List<Object> left = parts.stream().map(this::valueOrEmpty).toList();
      List<Object> right = new ArrayList<>(left);
      right.replaceAll(v -> random.random().nextBoolean() ? v : null);
      for (int part = 0; part < right.size(); part++) {
        if (right.get(part) == null) {
          right.set(part, valueOrEmpty(parts.get(part)));
        }
      }
      byte[] leftRow = stored(codec, left);
      byte[] rightRow = stored(codec, right);
      if (leftRow.length > 0 && rightRow.length > 0) {
        assertEquals(
            Integer.signum(compare(parts, left, right)),
            Integer.signum(Arrays.compareUnsigned(leftRow, rightRow)),
            () -> parts + ": " + left + " and " + right);
        assertEquals(0, compare(parts, left, decode(codec, leftRow)), () -> parts + " " + left);
        // Others may write all of it.
        byte[] whole = encode(codec, left);
        assertEquals(0, compare(parts, left, decode(codec, whole)), () -> parts + " " + left);
      }
    }
  }

  private Object valueOrEmpty(KeyPart part) {
    boolean isText = part.type().physical() == SqlType.Physical.BYTES;
    return isText && random.random().nextBoolean()
        ? new RecordingSink.Bytes(new byte[0])
        : random.value(part.type());
  }

  /** Empty if HBase has no such row key. */
  private static byte[] stored(RowKeyCodec codec, List<Object> values) {
    RowKeyBuilder builder = codec.newBuilder();
    values.forEach(value -> RecordingSink.put(value, builder));
    try {
      return builder.toByteArray();
    } catch (CodecException e) {
      return new byte[0];
    }
  }

  private KeyPrefix randomPrefix(int columns) {
    List<Integer> hashed = new ArrayList<>();
    hashed.add(random.random().nextInt(columns));
    for (int column = hashed.get(0) + 1; column < columns; column++) {
      if (random.random().nextBoolean()) {
        hashed.add(column);
      }
    }
    return random.random().nextBoolean()
        ? new KeyPrefix(KeyPrefix.Kind.SALT, 1 + random.random().nextInt(256), hashed)
        : new KeyPrefix(KeyPrefix.Kind.HASH, 1 + random.random().nextInt(4), hashed);
  }

  /** Any form that there is for the part. */
  private KeyPart inAnyForm(KeyPart part) {
    KeyForm[] forms = {
      KeyForm.PLAIN,
      KeyForm.REVERSED,
      KeyForm.LENGTH_PREFIXED,
      KeyForm.delimited(DELIMITER),
      KeyForm.ESCAPED
    };
    try {
      return new KeyPart(
          part.type(),
          part.encoding(),
          part.descending(),
          forms[random.random().nextInt(forms.length)]);
    } catch (IllegalArgumentException e) {
      return part;
    }
  }

  private KeyPart inAnyEncoding(KeyPart part, boolean last) {
    ValueEncoding[] encodings = ValueEncoding.values();
    ValueEncoding encoding = encodings[random.random().nextInt(encodings.length)];
    boolean hasNoEndMark =
        encoding == ValueEncoding.HBASE && part.type().kind() == SqlType.Kind.DECIMAL && !last;
    boolean isForKeys = encoding != ValueEncoding.CAST_TEXT;
    return part.descending()
            || hasNoEndMark
            || !isForKeys
            || !ValueCodecs.isSupported(part.type(), encoding)
        ? part
        : new KeyPart(part.type(), encoding, false);
  }

  private List<KeyPart> randomParts() {
    int count = 1 + random.random().nextInt(MAX_PARTS);
    List<KeyPart> parts = new ArrayList<>();
    while (parts.size() < count) {
      SqlType type = random.type();
      boolean binary = type.kind() == SqlType.Kind.BINARY;
      if (!binary || parts.size() == count - 1) {
        ValueEncoding encoding = IN_ORDER[random.random().nextInt(IN_ORDER.length)];
        parts.add(new KeyPart(type, encoding, !binary && random.random().nextBoolean()));
      }
    }
    return parts;
  }

  private static void checkOrder(List<KeyPart> parts, List<Object> left, List<Object> right) {
    RowKeyCodec codec = new RowKeyCodec(parts);
    int byBytes = Arrays.compareUnsigned(encode(codec, left), encode(codec, right));
    assertEquals(
        Integer.signum(compare(parts, left, right)),
        Integer.signum(byBytes),
        () -> parts + ": " + left + " and " + right);
  }

  private static int compare(List<KeyPart> parts, List<Object> left, List<Object> right) {
    for (int i = 0; i < parts.size(); i++) {
      int compared = RandomValues.compare(left.get(i), right.get(i));
      if (compared != 0) {
        return parts.get(i).descending() ? -compared : compared;
      }
    }
    return 0;
  }

  private static byte[] encode(RowKeyCodec codec, List<Object> values) {
    RowKeyBuilder builder = codec.newBuilder();
    values.forEach(value -> RecordingSink.put(value, builder));
    // Not toByteArray, which refuses the empty string alone.
    return builder.toPrefix();
  }

  private static List<Object> decode(RowKeyCodec codec, byte[] row) {
    RecordingSink[] sinks = new RecordingSink[codec.parts().size()];
    Arrays.setAll(sinks, i -> new RecordingSink());
    codec.decode(row, 0, row.length, sinks);
    return Arrays.stream(sinks).map(RecordingSink::take).toList();
  }
}
