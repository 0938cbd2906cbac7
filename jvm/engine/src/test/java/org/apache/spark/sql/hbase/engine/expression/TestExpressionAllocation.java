package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.inZone;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.literal;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

/** Kernels allocate for the first batch, and then nothing. */
class TestExpressionAllocation {
  private static final int ROWS = 1024;
  private static final int BATCHES = 200;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final SqlType MONEY = SqlType.decimal(12, 2);
  private static final SqlType RATE = SqlType.decimal(13, 2);
  private static final SqlType WIDE = SqlType.decimal(38, 6);

  @Test
  void theProductsOfTpcHAllocateNothing() {
    Expression discounted =
        product(SqlType.decimal(26, 4), column(0, MONEY), rate(Function.SUBTRACT, 1));
    assertAllocatesNothing(discounted);
    assertAllocatesNothing(product(SqlType.decimal(38, 6), discounted, rate(Function.ADD, 2)));
    assertAllocatesNothing(
        call(
            SqlType.decimal(27, 15),
            Function.DIVIDE,
            EvalMode.ANSI,
            column(0, MONEY),
            column(2, MONEY)));
  }

  @Test
  void castsOfDecimalsAllocateNothing() {
    Expression wide = column(4, WIDE);
    for (SqlType to :
        List.of(SqlType.INT, SqlType.BIGINT, SqlType.TIMESTAMP, SqlType.decimal(9, 1))) {
      assertAllocatesNothing(call(to, Function.CAST, EvalMode.LEGACY, column(0, MONEY)));
      assertAllocatesNothing(call(to, Function.CAST, EvalMode.LEGACY, wide));
    }
    for (SqlType to : List.of(SqlType.FLOAT, SqlType.DOUBLE)) {
      assertAllocatesNothing(call(to, Function.CAST, EvalMode.ANSI, column(0, MONEY)));
    }
  }

  private static Expression rate(Function function, int column) {
    return call(
        RATE,
        function,
        EvalMode.ANSI,
        literal(SqlType.decimal(1, 0), BigDecimal.ONE),
        column(column, MONEY));
  }

  private static Expression product(SqlType type, Expression left, Expression right) {
    return call(type, Function.MULTIPLY, EvalMode.ANSI, left, right);
  }

  @Test
  void functionsOfTimestampsAllocateNothing() {
    Expression timestamp = column(3, SqlType.TIMESTAMP);
    String zone = "America/Los_Angeles";
    assertAllocatesNothing(
        inZone(
            SqlType.STRING,
            Function.DATE_FORMAT,
            zone,
            timestamp,
            literal(SqlType.STRING, "yyyy-MM-dd HH:mm:ss.SSS")));
    assertAllocatesNothing(
        inZone(
            SqlType.TIMESTAMP,
            Function.ADD_INTERVAL,
            zone,
            timestamp,
            literal(SqlType.INT, 1L),
            literal(SqlType.INT, 1L),
            literal(SqlType.BIGINT, 1L)));
  }

  private static void assertAllocatesNothing(Expression expression) {
    List<SqlType> types = List.of(MONEY, MONEY, MONEY, SqlType.TIMESTAMP, WIDE);
    VectorExpression compiled = ExpressionCompiler.compile(expression, types);
    ColumnBatch batch = batch(types);
    SelectedRows rows = SelectedRows.all(ROWS);
    compiled.evaluate(batch, rows);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < BATCHES; i++) {
      compiled.evaluate(batch, rows);
    }
    long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertTrue(bytes < ROWS, bytes + " bytes for " + BATCHES + " batches");
  }

  private static ColumnBatch batch(List<SqlType> types) {
    ColumnVector[] columns = types.stream().map(ColumnVector::new).toArray(ColumnVector[]::new);
    for (int row = 0; row < ROWS; row++) {
      long[] values = {10_000_000L + row, row % 11, 1 + row % 9, 1_700_000_000_123_456L + row};
      for (int i = 0; i < values.length; i++) {
        columns[i].putLong(values[i]);
      }
      // Beyond 64 bits.
      columns[values.length].putDecimal128(1000L + row, row);
    }
    ColumnBatch batch = new ColumnBatch(columns, ROWS);
    batch.setRowCount(ROWS);
    return batch;
  }
}
