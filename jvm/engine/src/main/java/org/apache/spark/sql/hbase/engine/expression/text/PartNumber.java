package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.function.IntSupplier;
import org.apache.spark.sql.hbase.engine.expression.kernel.ArrayErrors;

/** The rule by which the parts of a split are numbered, and the result for a number beyond them. */
enum PartNumber {
  /** {@code split_part}: from 1, or from -1 at the end; the empty text beyond the parts. */
  OF_SPLIT_PART {
    @Override
    boolean isFromTheEnd(long part) {
      return part < 0;
    }

    @Override
    long index(long part, int count) {
      if (part == 0) {
        throw ArrayErrors.indexOfZero();
      }
      return part > 0 ? part - 1 : count + part;
    }

    @Override
    boolean isNullBeyondTheParts(long part, IntSupplier count) {
      return false;
    }
  },
  /** {@code split(...)[i]}: from 0; NULL beyond the parts. */
  OF_ARRAY,
  /** {@code split(...)[i]} in ANSI mode, which raises beyond the parts. */
  OF_ARRAY_IN_ANSI_MODE {
    @Override
    boolean isNullBeyondTheParts(long part, IntSupplier count) {
      throw ArrayErrors.invalidIndex(part, count.getAsInt());
    }
  };

  /** True if the index depends on the number of parts. */
  boolean isFromTheEnd(long part) {
    return false;
  }

  /** The part counted from 0; negative if it is before the first. */
  long index(long part, int count) {
    return part;
  }

  /** False for the empty text. */
  boolean isNullBeyondTheParts(long part, IntSupplier count) {
    return true;
  }
}
