package org.apache.spark.sql.hbase.engine.expression.nestedcast;

import org.apache.spark.sql.hbase.codec.packed.ArrayReader;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * Casts parts of one type as the only column of a batch of their own. Answers stay valid until the
 * next parts are put. Not thread-safe.
 */
final class PartCast {
  /** A longer array is cast piece by piece, so that its parts are not held twice. */
  static final int MAX_AT_ONCE = 256;

  private final ColumnVector values;
  private final ColumnBatch batch;
  private final SelectedRows all = new SelectedRows(MAX_AT_ONCE);
  private final VectorExpression cast;

  /**
   * @param cast over a batch of one column, of type {@code from}
   */
  PartCast(SqlType from, VectorExpression cast) {
    this.values = new ColumnVector(from);
    this.batch = new ColumnBatch(new ColumnVector[] {values}, MAX_AT_ONCE);
    this.cast = cast;
  }

  /** Takes the parts to cast, at most {@link #MAX_AT_ONCE}, instead of those before. */
  ValueSink restart() {
    batch.reset();
    return values;
  }

  /** The parts that were put since {@link #restart}, in order. */
  ColumnVector cast() {
    batch.setRowCount(values.size());
    all.selectAll(values.size());
    return cast.evaluate(batch, all);
  }

  /** The elements {@code [from, to)} of an array. */
  ColumnVector cast(ArrayReader elements, int from, int to) {
    ValueSink sink = restart();
    for (int i = from; i < to; i++) {
      elements.read(i, sink);
    }
    return cast();
  }

  /** Puts all elements of an array, cast. */
  void castAll(ArrayReader elements, ValueSink sink) {
    int to;
    for (int from = 0; from < elements.count(); from = to) {
      to = endOfPiece(from, elements.count());
      ColumnVector piece = cast(elements, from, to);
      for (int i = from; i < to; i++) {
        piece.putTo(i - from, sink);
      }
    }
  }

  /** Returns the end, exclusive, of the piece that starts at an element. */
  static int endOfPiece(int from, int count) {
    return Math.min(count, from + MAX_AT_ONCE);
  }
}
