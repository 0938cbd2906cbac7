package org.apache.spark.sql.hbase.engine.operator.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.PredicateEvaluator;
import org.apache.spark.sql.hbase.engine.expression.kernel.RunnerContext;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;
import org.junit.jupiter.api.Test;

class TestOptionalFilterOperator {
  private static final int BATCH_ROWS = 1024;
  private static final int SAMPLE_BATCHES = OptionalFilterOperator.SAMPLE_ROWS / BATCH_ROWS;
  private static final int UNSEEN_BATCHES = OptionalFilterOperator.UNSEEN_ROWS / BATCH_ROWS;

  private final ColumnVector flags = new ColumnVector(SqlType.BOOLEAN);
  private final OptionalFilterOperator filter =
      new OptionalFilterOperator(
          PredicateEvaluator.compile(
              Expression.newBuilder()
                  .setType(DataType.newBuilder().setKind(TypeKind.BOOLEAN))
                  .setColumn(0)
                  .build(),
              List.of(SqlType.BOOLEAN),
              RunnerContext.alone()));

  private long unseenRows;

  @Test
  void oneThatRejectsWorksForEver() {
    for (int batch = 0; batch < 3 * (SAMPLE_BATCHES + UNSEEN_BATCHES); batch++) {
      assertEquals(BATCH_ROWS / 2, passing(BATCH_ROWS / 2));
    }
  }

  @Test
  void oneThatHardlyRejectsIsNotAskedForAWhile() {
    int most = BATCH_ROWS - BATCH_ROWS / 25;
    for (int batch = 0; batch < SAMPLE_BATCHES; batch++) {
      assertEquals(most, passing(most));
    }
    assertEquals(0, unseenRows);
    for (int batch = 0; batch < UNSEEN_BATCHES; batch++) {
      assertEquals(BATCH_ROWS, passing(0));
    }
    assertEquals(OptionalFilterOperator.UNSEEN_ROWS, unseenRows);
    // Other rows: now it pays.
    for (int batch = 0; batch < 2 * SAMPLE_BATCHES; batch++) {
      assertEquals(0, passing(0));
    }
  }

  @Test
  void onlyAFilterThatIsOptionalIsLeftOut() throws IOException {
    FixtureTable table =
        new FixtureTable(
            List.of(new FixtureColumn("k", SqlType.INT), new FixtureColumn("v", SqlType.INT)),
            1,
            FixtureTable.Layout.PACKED);
    int rows = 2 * OptionalFilterOperator.SAMPLE_ROWS;
    for (int i = 0; i < rows; i++) {
      table.add(i, i);
    }
    Expression allButTheLast =
        Plans.call(
            Function.LESS_THAN,
            SqlType.BOOLEAN,
            Plans.column(table, 1),
            Plans.integer(rows - 1, SqlType.INT));
    Operator.Builder operator = Plans.filter(allButTheLast).toBuilder();
    assertEquals(rows - 1, passing(Plans.plan(table, operator.build()), table));
    operator.getFilterBuilder().setOptional(true);
    assertEquals(rows, passing(Plans.plan(table, operator.build()), table));
  }

  private static int passing(SubPlan plan, FixtureTable table) throws IOException {
    CompiledSubPlan compiled = CompiledSubPlan.compile(plan);
    return EngineRun.of(compiled, new InMemoryRowSource(compiled, table.rows()), EngineRun.WIDE)
        .rows()
        .size();
  }

  private int passing(int trueRows) {
    flags.reset();
    flags.setSize(BATCH_ROWS);
    for (int i = 0; i < BATCH_ROWS; i++) {
      flags.longs[i] = i < trueRows ? 1 : 0;
    }
    SelectedRows rows = SelectedRows.all(BATCH_ROWS);
    ColumnBatch batch = new ColumnBatch(new ColumnVector[] {flags}, BATCH_ROWS);
    batch.setRowCount(BATCH_ROWS);
    filter.apply(batch, rows);
    unseenRows += batch.unseenRows();
    return rows.count;
  }
}
