package org.apache.spark.sql.hbase.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.hbase.codec.types.FixedWidths;
import org.apache.spark.sql.hbase.codec.types.SqlType;

/**
 * Random values, in the form of {@link RecordingSink#take}, with the special ones often, and their
 * SQL order.
 */
public final class RandomValues {
  public static final List<SqlType> TYPES =
      List.of(
          SqlType.BOOLEAN,
          SqlType.TINYINT,
          SqlType.SMALLINT,
          SqlType.INT,
          SqlType.BIGINT,
          SqlType.FLOAT,
          SqlType.DOUBLE,
          SqlType.decimal(1, 0),
          SqlType.decimal(9, 2),
          SqlType.decimal(18, 18),
          SqlType.decimal(19, 0),
          SqlType.decimal(38, 10),
          SqlType.STRING,
          SqlType.BINARY,
          SqlType.DATE,
          SqlType.TIMESTAMP,
          SqlType.TIMESTAMP_NTZ);

  // Prefixes of one another, several bytes a character, the largest and smallest bytes of UTF-8.
  private static final String[] STRINGS = {
    "", "a", "ab", "abc", "\u0001", "z", "é", "\uFFFF", "😀", "a\u0001"
  };

  // The bytes of an escape and of an end mark, and their neighbours.
  private static final byte[] ZEROS_AND_NEIGHBOURS = {0, 0, 0, 1, 2, (byte) 0xFE, (byte) 0xFF};

  private final Random random;

  public RandomValues(long seed) {
    this.random = new Random(seed);
  }

  public Random random() {
    return random;
  }

  public SqlType type() {
    return TYPES.get(random.nextInt(TYPES.size()));
  }

  public Object value(SqlType type) {
    return switch (type.physical()) {
      case LONG -> longValue(FixedWidths.min(type), FixedWidths.max(type));
      case DOUBLE -> type.kind() == SqlType.Kind.FLOAT ? (double) floatValue() : doubleValue();
      case DECIMAL128 -> decimal(type.precision());
      case BYTES ->
          new RecordingSink.Bytes(type.kind() == SqlType.Kind.STRING ? string() : bytes());
    };
  }

  private long longValue(long min, long max) {
    return switch (random.nextInt(8)) {
      case 0 -> min;
      case 1 -> max;
      case 2 -> 0;
      case 3 -> Math.min(max, 1);
      case 4 -> Math.max(min, -1);
      default -> {
        // Of any size, small ones as often as large ones.
        long value = random.nextLong() >> random.nextInt(Long.SIZE);
        yield value < min || value > max ? Math.floorMod(value, max) : value;
      }
    };
  }

  private double doubleValue() {
    double[] special = {
      0.0, -0.0, 1, -1, Double.MIN_VALUE, -Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE
    };
    double[] limits = {
      Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_NORMAL
    };
    return switch (random.nextInt(3)) {
      case 0 -> special[random.nextInt(special.length)];
      case 1 -> limits[random.nextInt(limits.length)];
      default -> canonical(Double.longBitsToDouble(random.nextLong()));
    };
  }

  private float floatValue() {
    float[] special = {0f, -0f, 1f, Float.MIN_VALUE, Float.MAX_VALUE, -Float.MAX_VALUE, Float.NaN};
    return random.nextBoolean()
        ? special[random.nextInt(special.length)]
        : (float) canonical(Float.intBitsToFloat(random.nextInt()));
  }

  private static double canonical(double value) {
    return Double.isNaN(value) ? Double.NaN : value;
  }

  private BigDecimal decimal(int precision) {
    BigInteger bound = BigInteger.TEN.pow(precision);
    BigInteger magnitude =
        switch (random.nextInt(4)) {
          case 0 -> bound.subtract(BigInteger.ONE);
          case 1 -> BigInteger.ZERO;
          case 2 ->
              BigInteger.ONE
                  .shiftLeft(random.nextInt(Long.SIZE))
                  .min(bound.subtract(BigInteger.ONE));
          default -> new BigInteger(130, random).mod(bound);
        };
    return new BigDecimal(random.nextBoolean() ? magnitude.negate() : magnitude);
  }

  private byte[] string() {
    String text = STRINGS[random.nextInt(STRINGS.length)] + STRINGS[random.nextInt(STRINGS.length)];
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A value that only a part of form ESCAPED may hold where it is not the last one. */
  RecordingSink.Bytes valueWithZeros() {
    byte[] bytes = new byte[random.nextInt(5)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = ZEROS_AND_NEIGHBOURS[random.nextInt(ZEROS_AND_NEIGHBOURS.length)];
    }
    return new RecordingSink.Bytes(bytes);
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(4)];
    random.nextBytes(bytes);
    return bytes;
  }

  /** SQL's order: NaN equals itself and is above all, -0.0 equals 0.0, bytes are unsigned. */
  static int compare(Object left, Object right) {
    if (left instanceof Long number) {
      return number.compareTo((Long) right);
    }
    if (left instanceof Double number) {
      return Double.compare(number + 0.0, (Double) right + 0.0);
    }
    if (left instanceof BigDecimal number) {
      return number.compareTo((BigDecimal) right);
    }
    return Arrays.compareUnsigned(
        ((RecordingSink.Bytes) left).content(), ((RecordingSink.Bytes) right).content());
  }
}
