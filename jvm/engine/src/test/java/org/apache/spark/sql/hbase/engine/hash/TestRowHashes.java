package org.apache.spark.sql.hbase.engine.hash;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.testkit.FixtureValues;
import org.junit.jupiter.api.Test;

/** The expected hashes are what xxhash64(...) of Spark 4.3 returns. */
class TestRowHashes {
  private static final long SEED = 42;

  @Test
  void hashesEveryTypeAsSpark() {
    assertEquals(-6698625589789238999L, hash(true, SqlType.BOOLEAN));
    assertEquals(3614696996920510707L, hash(false, SqlType.BOOLEAN));
    assertEquals(2017008487422258757L, hash(-1, SqlType.TINYINT));
    assertEquals(4595878464234128934L, hash(300, SqlType.SMALLINT));
    assertEquals(2073849959933241805L, hash(Integer.MIN_VALUE, SqlType.INT));
    assertEquals(-2864211556195259663L, hash(7, SqlType.BIGINT));
    assertEquals(6163473420726370430L, hash(1.5, SqlType.FLOAT));
    assertEquals(2435211733827758672L, hash(2.5, SqlType.DOUBLE));
    assertEquals(-3178482946328430151L, hash(123, SqlType.decimal(3, 2)));
    assertEquals(-4294468057691064905L, hash("Spark", SqlType.STRING));
    assertEquals(7330825074997746532L, hash(new byte[] {-1, 0}, SqlType.BINARY));
    long day = LocalDate.of(2024, 2, 29).toEpochDay();
    assertEquals(4183429117450946631L, hash(day, SqlType.DATE));
    long micros = (day * 86_400 + 3_723) * 1_000_000 + 456_789;
    assertEquals(-7036193023314737888L, hash(micros, SqlType.TIMESTAMP_NTZ));
  }

  @Test
  void hashesLongDecimalsByTheirShortestBytes() {
    SqlType wide = SqlType.decimal(38, 2);
    assertEquals(3359051433950298639L, hash(-123, SqlType.decimal(30, 2)));
    assertEquals(-7152434883395826761L, hash(new BigInteger("1234567890123456789012345"), wide));
    assertEquals(-8959994473701255385L, hash(0, wide));
  }

  @Test
  void nanIsOneValueAndZerosOfBothSignsAreOne() {
    double otherNan = Double.longBitsToDouble(0x7FF8000000000001L);
    assertEquals(-3127944061524951246L, hash(Double.NaN, SqlType.DOUBLE));
    assertEquals(-3127944061524951246L, hash(otherNan, SqlType.DOUBLE));
    assertEquals(2692338816207849720L, hash(Double.NaN, SqlType.FLOAT));
    assertEquals(-5252525462095825812L, hash(0.0, SqlType.DOUBLE));
    assertEquals(-5252525462095825812L, hash(-0.0, SqlType.DOUBLE));
    assertEquals(3614696996920510707L, hash(-0.0, SqlType.FLOAT));
  }

  @Test
  void chainsColumnsAndLeavesTheHashOfNullAndOfRowsThatAreNotSelected() {
    SelectedRows rows = new SelectedRows(2);
    rows.add(1);
    rows.add(2);
    long[] hashes = {SEED, SEED, SEED};
    RowHashes.addXxHash64(column(SqlType.INT, 1, 1, 1), rows, hashes);
    RowHashes.addXxHash64(column(SqlType.STRING, "a", "a", null), rows, hashes);
    long one = XxHash64.hashInt(1, SEED);
    long afterNull = hashes[2];
    RowHashes.addXxHash64(column(SqlType.DOUBLE, 2.5, 2.5, 2.5), rows, hashes);
    assertEquals(one, afterNull);
    assertArrayEquals(new long[] {SEED, -198860653963387819L}, Arrays.copyOf(hashes, 2));
  }

  @Test
  void shortestBytesAreThoseOfBigInteger() {
    byte[] out = new byte[UnscaledBytes.LENGTH];
    for (int bits = 0; bits < 127; bits++) {
      for (int step = -1; step <= 1; step++) {
        BigInteger value = BigInteger.ONE.shiftLeft(bits).add(BigInteger.valueOf(step));
        for (BigInteger signed : new BigInteger[] {value, value.negate()}) {
          int start =
              UnscaledBytes.write(signed.shiftRight(64).longValue(), signed.longValue(), out);
          assertArrayEquals(signed.toByteArray(), Arrays.copyOfRange(out, start, out.length));
        }
      }
    }
  }

  private static long hash(Object value, SqlType type) {
    long[] hashes = {SEED};
    RowHashes.addXxHash64(column(type, value), SelectedRows.all(1), hashes);
    return hashes[0];
  }

  private static ColumnVector column(SqlType type, Object... values) {
    ColumnVector vector = new ColumnVector(type);
    for (Object value : values) {
      FixtureValues.put(value, type, vector);
    }
    return vector;
  }
}
