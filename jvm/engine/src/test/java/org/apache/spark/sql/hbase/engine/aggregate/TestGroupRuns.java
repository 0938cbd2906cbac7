package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.types.Int128;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that are sorted by groups leave the states that they leave one by one. */
class TestGroupRuns {
  private static final int ROWS = 700;
  private static final int BATCHES = 3;
  private static final List<SqlType> TYPES =
      List.of(
          SqlType.INT,
          SqlType.BIGINT,
          SqlType.FLOAT,
          SqlType.DOUBLE,
          SqlType.decimal(8, 2),
          SqlType.decimal(18, 0),
          SqlType.decimal(28, 4),
          SqlType.decimal(38, 2));

  private final Random random = new Random(38);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 80})
  void sumsAndCountsAreTheSame(int groupCount) {
    for (SqlType type : TYPES) {
      for (AggregateFunction function :
          List.of(AggregateFunction.SUM, AggregateFunction.AVG, AggregateFunction.COUNT)) {
        for (EvalMode mode : List.of(EvalMode.LEGACY, EvalMode.TRY)) {
          AggregateCall call = Plans.aggregateCall(function, mode, Plans.column(0, type));
          check(
              PartialAggregates.ofGroups(call), PartialAggregates.ofGroups(call), type, groupCount);
          check(
              PartialAggregates.ofAllRows(call),
              PartialAggregates.ofAllRows(call),
              type,
              groupCount);
        }
      }
    }
  }

  private void check(PartialAggregate one, PartialAggregate other, SqlType type, int groupCount) {
    one.resize(groupCount);
    other.resize(groupCount);
    GroupRuns runs = new GroupRuns();
    for (int batch = 0; batch < BATCHES; batch++) {
      ColumnVector[] arguments = {values(type)};
      SelectedRows rows = new SelectedRows(ROWS);
      int[] groups = new int[ROWS];
      for (int row = 0; row < ROWS; row++) {
        groups[row] = random.nextInt(groupCount);
        if (random.nextInt(4) > 0) {
          rows.add(row);
        }
      }
      one.update(arguments, rows, groups);
      runs.sort(rows, groups, groupCount);
      assertTrue(other.updateRuns(arguments, runs));
    }
    assertEquals(states(one, groupCount), states(other, groupCount), one.stateTypes() + " " + type);
  }

  /**
   * Half of them are the largest and smallest ones, so that sums leave their types and come back.
   */
  private ColumnVector values(SqlType type) {
    ColumnVector values = new ColumnVector(type);
    for (int row = 0; row < ROWS; row++) {
      boolean isExtreme = random.nextBoolean();
      switch (type.kind()) {
        case DECIMAL -> {
          BigInteger most = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
          BigInteger value = isExtreme ? most : new BigInteger(most.bitLength() - 1, random);
          Int128 halves = new Int128();
          halves.set(random.nextInt(3) == 0 ? value.negate() : value);
          if (type.physical() == SqlType.Physical.LONG) {
            values.putLong(halves.low());
          } else {
            values.putDecimal128(halves.high(), halves.low());
          }
        }
        case FLOAT, DOUBLE -> values.putDouble(isExtreme ? 1e30 : random.nextGaussian());
        case INT -> values.putLong(isExtreme ? Integer.MIN_VALUE : random.nextInt());
        default -> values.putLong(isExtreme ? Long.MIN_VALUE : random.nextLong());
      }
    }
    return values;
  }

  private static List<String> states(PartialAggregate aggregate, int groupCount) {
    ColumnVector[] out =
        aggregate.stateTypes().stream().map(ColumnVector::new).toArray(ColumnVector[]::new);
    aggregate.state(groupCount, out);
    List<String> states = new ArrayList<>();
    for (ColumnVector column : out) {
      for (int group = 0; group < groupCount; group++) {
        states.add(text(column, group));
      }
    }
    return states;
  }

  private static String text(ColumnVector column, int row) {
    if (column.isNull(row)) {
      return "NULL";
    }
    return switch (column.physical()) {
      case LONG -> Long.toString(column.longs[row]);
      case DOUBLE -> Double.toString(column.doubles[row]);
      case DECIMAL128 -> column.highs[row] + ":" + column.longs[row];
      case BYTES -> throw new IllegalStateException("no sum is a text");
    };
  }

  @Test
  void sortingPaysForFewGroups() {
    assertTrue(GroupRuns.pay(1_024, 4));
    assertTrue(GroupRuns.pay(8, 1));
    assertFalse(GroupRuns.pay(1_024, 500));
    assertFalse(GroupRuns.pay(3, 1));
  }
}
