package org.apache.spark.sql.hbase.engine.expression.kernel;

import java.util.Map;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.wire.ErrorCode;

/** The errors of positions in arrays, each under Spark's error class. */
public final class ArrayErrors {
  private ArrayErrors() {}

  public static EvaluationException invalidIndex(long index, int count) {
    return outside(ErrorCode.INVALID_ARRAY_INDEX, index, count);
  }

  public static EvaluationException invalidIndexInElementAt(long index, int count) {
    return outside(ErrorCode.INVALID_ARRAY_INDEX_IN_ELEMENT_AT, index, count);
  }

  private static EvaluationException outside(ErrorCode code, long index, int count) {
    return new EvaluationException(
        code,
        "There is no such element in the array.",
        Map.of("indexValue", Long.toString(index), "arraySize", Integer.toString(count)));
  }

  public static EvaluationException indexOfZero() {
    return new EvaluationException(
        ErrorCode.INVALID_INDEX_OF_ZERO,
        "Positions of element_at() start with 1, or with -1 from the end; 0 is none.",
        Map.of());
  }
}
