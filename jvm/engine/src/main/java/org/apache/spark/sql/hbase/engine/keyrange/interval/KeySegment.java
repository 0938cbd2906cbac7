package org.apache.spark.sql.hbase.engine.keyrange.interval;

import java.util.List;
import java.util.Optional;

/** Bytes of a row key that ranges are said of one by one: a key column, or what stands before. */
public interface KeySegment {
  /** Bytes of every value; 0 if they have not all the same number. */
  int width();

  /**
   * Returns the end of the segment that begins at {@code from}, its terminator included.
   *
   * @param to end of the row key
   * @return -1 if the row key ends before
   */
  int endIn(byte[] row, int from, int to);

  /** Whether a range holds exactly one value, so that the next segment follows directly. */
  boolean isPoint(KeyRange range);

  /**
   * The bytes of all values in the set, ascending, and maybe of some that are none. Empty if they
   * are more than {@code max}, or not known one by one.
   */
  Optional<List<byte[]>> values(RangeSet set, int max);

  /** The ranges of the set; each value by itself if that helps what follows, and they are few. */
  List<KeyRange> singled(RangeSet values);

  /** The set without ranges in which no value lies; all if it has every value. */
  RangeSet possible(RangeSet values);

  /**
   * Returns the bytes of row keys that end with a value of the set, without its terminator, because
   * the columns behind it are left out. Only row keys of Phoenix do.
   */
  RangeSet atEndOfKey(RangeSet values);

  /** Whether a row key that does not have the segment may be of a row with a value of the set. */
  boolean mayBeLeftOut(RangeSet values);

  /**
   * Returns an upper bound for the number of row keys that a range of the segment stands for;
   * {@link Long#MAX_VALUE} if there is none.
   */
  long mostValues(KeyRange range);
}
