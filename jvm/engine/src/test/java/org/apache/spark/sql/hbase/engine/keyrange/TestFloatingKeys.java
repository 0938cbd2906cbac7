package org.apache.spark.sql.hbase.engine.keyrange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.KeyPart;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** DOUBLE keys of any bits, those that our writers never store among them. */
class TestFloatingKeys {
  private static final long NAN_OF_OTHER_BITS = 0x7FF0000000000001L;
  private static final long NEGATIVE_NAN = 0xFFF8000000000000L;

  private static final long[] STORED = {
    bits(0.0),
    bits(-0.0),
    bits(1.5),
    bits(-1.5),
    bits(Double.MIN_VALUE),
    bits(-Double.MIN_VALUE),
    bits(Double.MAX_VALUE),
    bits(Double.POSITIVE_INFINITY),
    bits(Double.NEGATIVE_INFINITY),
    bits(Double.NaN),
    NAN_OF_OTHER_BITS,
    NEGATIVE_NAN,
    -1L
  };

  private static final double[] CONSTANTS = {
    0.0,
    -0.0,
    1.5,
    -1.5,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MAX_VALUE,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY
  };

  private static final List<Function> COMPARISONS =
      List.of(
          Function.EQUAL,
          Function.EQUAL_NULL_SAFE,
          Function.LESS_THAN,
          Function.LESS_THAN_OR_EQUAL,
          Function.GREATER_THAN,
          Function.GREATER_THAN_OR_EQUAL);

  @ParameterizedTest
  @CsvSource({"ORDERED,false", "ORDERED,true", "PHOENIX,false", "PHOENIX,true"})
  void rangesHoldExactlyTheKeysThatPass(Encoding encoding, boolean descending) {
    TableLayout table = table(encoding, descending);
    for (Function comparison : COMPARISONS) {
      for (double constant : CONSTANTS) {
        Expression condition = is(comparison, constant);
        Expression negated = Plans.call(Function.NOT, SqlType.BOOLEAN, condition);
        for (long stored : STORED) {
          boolean passes = passes(comparison, Double.longBitsToDouble(stored), constant);
          String what = Double.longBitsToDouble(stored) + " " + comparison + " " + constant;
          assertEquals(passes, isInRange(condition, table, stored), what);
          assertEquals(!passes, isInRange(negated, table, stored), "not " + what);
        }
      }
    }
  }

  /** Merging them one by one would take minutes. */
  @Test
  void aLongListHasARangeForEachValue() {
    int count = 60_000;
    Expression[] list = new Expression[1 + count];
    list[0] = Plans.column(0, SqlType.DOUBLE);
    for (int i = 0; i < count; i++) {
      list[1 + i] = Plans.floating(i * 1.5);
    }
    Expression in = Plans.call(Function.IN, SqlType.BOOLEAN, list);
    TableLayout table = table(Encoding.ORDERED, false);
    // 0.0 and -0.0 are two.
    assertEquals(count + 1, KeyRanges.of(Plans.plan(table, Plans.filter(in))).ranges().size());
  }

  /** In SQL all NaNs are equal and above all others, and the zeros are equal. */
  private static boolean passes(Function comparison, double left, double right) {
    int order = Double.compare(left + 0.0, right + 0.0);
    return switch (comparison) {
      case EQUAL, EQUAL_NULL_SAFE -> order == 0;
      case LESS_THAN -> order < 0;
      case LESS_THAN_OR_EQUAL -> order <= 0;
      case GREATER_THAN -> order > 0;
      default -> order >= 0;
    };
  }

  private static boolean isInRange(Expression condition, TableLayout table, long stored) {
    byte[] row = row(stored, table.getColumns(0).getKey());
    return KeyRanges.of(Plans.plan(table, Plans.filter(condition))).ranges().stream()
        .anyMatch(range -> range.contains(row));
  }

  /** As docs/FORMAT.md has it, whatever the bits. */
  private static byte[] row(long bits, KeyPart part) {
    long ordered = bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
    ordered += part.getEncoding() == Encoding.PHOENIX ? 1 : 0;
    return ByteBuffer.allocate(Long.BYTES)
        .putLong(part.getDescending() ? ~ordered : ordered)
        .array();
  }

  private static Expression is(Function comparison, double constant) {
    return Plans.call(
        comparison, SqlType.BOOLEAN, Plans.column(0, SqlType.DOUBLE), Plans.floating(constant));
  }

  private static TableLayout table(Encoding encoding, boolean descending) {
    return TableLayout.newBuilder()
        .setName("t")
        .addFamilies(ByteString.copyFromUtf8("f"))
        .addColumns(
            Column.newBuilder()
                .setName("k")
                .setType(SqlTypes.toWire(SqlType.DOUBLE))
                .setKey(KeyPart.newBuilder().setEncoding(encoding).setDescending(descending)))
        .build();
  }

  private static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }
}
