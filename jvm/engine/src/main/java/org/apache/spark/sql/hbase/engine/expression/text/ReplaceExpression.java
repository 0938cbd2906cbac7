package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.List;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** {@code REPLACE}, byte by byte and from the left; an empty searched text is nowhere. */
final class ReplaceExpression extends TextExpression {
  private final byte[] searched;
  private final byte[] replacement;
  private final ByteBuilder scratch = new ByteBuilder();

  ReplaceExpression(VectorExpression operand, byte[] searched, byte[] replacement) {
    super(SqlType.STRING, List.of(operand));
    this.searched = searched;
    this.replacement = replacement;
  }

  @Override
  void append(ColumnVector[] values, int row, ColumnVector result) {
    byte[] data = values[0].data;
    int start = values[0].offsets[row];
    int end = values[0].offsets[row + 1];
    int found = searched.length == 0 ? -1 : find(data, start, end);
    if (found < 0) {
      result.putBytes(data, start, end - start);
      return;
    }
    scratch.reset();
    int done = start;
    while (found >= 0) {
      scratch.appendBytes(data, done, found - done);
      scratch.appendBytes(replacement, 0, replacement.length);
      done = found + searched.length;
      found = find(data, done, end);
    }
    scratch.appendBytes(data, done, end - done);
    result.putBytes(scratch.array(), 0, scratch.length());
  }

  private int find(byte[] data, int from, int end) {
    return ByteSearch.find(data, from, end, searched, 0, searched.length);
  }
}
