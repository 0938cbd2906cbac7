package org.apache.spark.sql.hbase.engine.operator.project;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.ListedTexts;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.ColumnExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.junit.jupiter.api.Test;

class TestProjectOperator {
  private static final ListedTexts FLAGS =
      new ListedTexts("ANR".getBytes(US_ASCII), new int[] {0, 1, 2, 3});

  @Test
  void aTextThatIsPassedOnStaysAPlaceInItsListUntilItIsLookedAt() {
    ColumnBatch output = project(new ColumnExpression(0, SqlType.STRING)).apply(flags(), all());

    assertSame(FLAGS, output.columnOrPlaces(0).listed());
    assertArrayEquals(new int[] {2, 0, 1}, places(output.columnOrPlaces(0)));
    assertEquals("RAN", text(output.column(0)));
    assertNull(output.columnOrPlaces(0).listed());
  }

  @Test
  void anExpressionHasTheTextsOfAColumnThatIsPassedOnTwice() {
    ColumnExpression flag = new ColumnExpression(0, SqlType.STRING);

    ColumnBatch output = project(flag, new Lengths(flag), flag).apply(flags(), all());

    assertArrayEquals(new long[] {1, 1, 1}, output.column(1).longs);
    assertEquals("RAN", text(output.column(0)));
    assertSame(output.column(0), output.column(2));
  }

  /** Looks at the values of a text, as a function of it does. */
  private record Lengths(VectorExpression texts) implements VectorExpression {
    @Override
    public SqlType type() {
      return SqlType.BIGINT;
    }

    @Override
    public ColumnVector evaluate(ColumnBatch batch, SelectedRows rows) {
      ColumnVector values = texts.evaluate(batch, rows);
      ColumnVector lengths = new ColumnVector(SqlType.BIGINT, batch.rowCount());
      for (int row = 0; row < batch.rowCount(); row++) {
        lengths.putLong(values.offsets[row + 1] - values.offsets[row]);
      }
      return lengths;
    }
  }

  private static ProjectOperator project(VectorExpression... expressions) {
    return new ProjectOperator(List.of(expressions));
  }

  private static SelectedRows all() {
    return SelectedRows.all(3);
  }

  /** A batch of R, A and N, each a place in the list. */
  private static ColumnBatch flags() {
    ColumnVector vector = new ColumnVector(SqlType.STRING);
    assertTrue(vector.takesPlacesIn(FLAGS));
    System.arraycopy(new int[] {2, 0, 1}, 0, vector.places, 0, 3);
    vector.addRows(3);
    ColumnBatch batch = new ColumnBatch(new ColumnVector[] {vector}, 16);
    batch.setRowCount(3);
    return batch;
  }

  private static int[] places(ColumnVector column) {
    return Arrays.copyOf(column.places, column.size());
  }

  private static String text(ColumnVector column) {
    return new String(column.data, 0, column.offsets[column.size()], US_ASCII);
  }
}
