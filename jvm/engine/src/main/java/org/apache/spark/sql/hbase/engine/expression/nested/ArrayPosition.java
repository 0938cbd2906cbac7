package org.apache.spark.sql.hbase.engine.expression.nested;

import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.engine.expression.kernel.ArrayErrors;

/**
 * The rule by which a position in an array is counted, and the errors that Spark raises for a
 * position without an element.
 */
enum ArrayPosition {
  /** {@code array[i]}. */
  FROM_ZERO {
    @Override
    long index(long position, int count) {
      return position;
    }

    @Override
    EvaluationException outside(long position, int count) {
      return ArrayErrors.invalidIndex(position, count);
    }
  },

  /** {@code element_at(array, i)}: negative positions count from the end. */
  FROM_ONE {
    @Override
    long index(long position, int count) {
      if (position == 0) {
        throw ArrayErrors.indexOfZero();
      }
      return position > 0 ? position - 1 : count + position;
    }

    @Override
    EvaluationException outside(long position, int count) {
      return ArrayErrors.invalidIndexInElementAt(position, count);
    }
  };

  /** Counted from 0; outside {@code [0, count)} where there is no such element. */
  abstract long index(long position, int count);

  abstract EvaluationException outside(long position, int count);
}
