package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.testkit.FixtureValues;
import org.junit.jupiter.api.Test;

class TestExtremeBytesAggregate {
  @Test
  void isNullUntilTheFirstValueWhichMayBeEmpty() {
    assertEquals(Arrays.asList((Object) null), of(Extreme.MIN));
    assertEquals(List.of(""), of(Extreme.MIN, "a", ""));
    assertEquals(List.of(""), of(Extreme.MAX, ""));
  }

  @Test
  void comparesUnsignedBytes() {
    assertEquals(List.of("é"), of(Extreme.MAX, "z", "é", "B"));
    assertEquals(List.of("B"), of(Extreme.MIN, "a", "B", "é"));
    assertEquals(List.of("ab"), of(Extreme.MAX, "a", "ab"));
  }

  @Test
  void aShorterValueReplacesALongerOneCompletely() {
    assertEquals(List.of("a"), of(Extreme.MIN, "long value", "b", "a"));
  }

  @Test
  void countsTheBytesThatItHolds() {
    ExtremeBytesAggregate max = new ExtremeBytesAggregate(Extreme.MAX, SqlType.STRING);
    ColumnVector values = new ColumnVector(SqlType.STRING);
    for (int i = 0; i < 100; i++) {
      FixtureValues.put("value " + i * i, SqlType.STRING, values);
    }
    SelectedRows rows = SelectedRows.all(100);
    long bound = max.maxVariableBytes(values, rows);
    max.resize(2);
    int[] groups = new int[100];
    groups[7] = 1;
    max.update(values, rows, groups);
    assertTrue(max.variableBytes() > 0 && max.variableBytes() <= bound);
    max.resize(0);
    assertEquals(0, max.variableBytes());
  }

  private static List<Object> of(Extreme extreme, Object... values) {
    return AggregateStates.of(
        new ExtremeBytesAggregate(extreme, SqlType.STRING), SqlType.STRING, values);
  }
}
