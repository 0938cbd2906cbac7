package org.apache.spark.sql.hbase.engine.keyrange.interval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Byte strings, as ranges that are sorted, disjoint and do not touch. Immutable. */
public final class RangeSet {
  public static final RangeSet ALL = new RangeSet(List.of(KeyRange.ALL));
  public static final RangeSet NONE = new RangeSet(List.of());

  /**
   * The bytes of one range: the object, its two arrays without content, its list entries and its
   * heads.
   */
  private static final int BYTES_PER_RANGE = 80;

  private final List<KeyRange> ranges;

  /** Null until they are asked for. */
  private volatile long[] startHeads;

  private volatile long[] stopHeads;

  private RangeSet(List<KeyRange> ranges) {
    this.ranges = ranges;
  }

  /** Makes a set of ranges in any order, which may overlap and be empty. */
  public static RangeSet of(List<KeyRange> any) {
    List<KeyRange> sorted = new ArrayList<>(any);
    sorted.removeIf(KeyRange::isEmpty);
    sorted.sort(Comparator.comparing(KeyRange::start, Arrays::compareUnsigned));
    List<KeyRange> merged = new ArrayList<>(sorted.size());
    for (KeyRange next : sorted) {
      int last = merged.size() - 1;
      if (last >= 0 && ByteStrings.compareEnds(next.start(), merged.get(last).stop()) <= 0) {
        KeyRange before = merged.get(last);
        boolean isLonger = ByteStrings.compareEnds(next.stop(), before.stop()) > 0;
        merged.set(last, isLonger ? new KeyRange(before.start(), next.stop()) : before);
      } else {
        merged.add(next);
      }
    }
    return new RangeSet(List.copyOf(merged));
  }

  public List<KeyRange> ranges() {
    return ranges;
  }

  /**
   * Returns the {@link ByteStrings#head} of the end of each range; the greatest number for a range
   * without an end. One array holds the heads, so that a search need not load each range from
   * memory. The array is shared, do not modify it.
   */
  public long[] stopHeads() {
    long[] heads = stopHeads;
    if (heads == null) {
      heads = ranges.stream().mapToLong(RangeSet::stopHead).toArray();
      stopHeads = heads;
    }
    return heads;
  }

  /** Returns the head of the start of each range. */
  public long[] startHeads() {
    long[] heads = startHeads;
    if (heads == null) {
      heads =
          ranges.stream()
              .mapToLong(range -> ByteStrings.head(range.start(), 0, range.start().length))
              .toArray();
      startHeads = heads;
    }
    return heads;
  }

  private static long stopHead(KeyRange range) {
    byte[] stop = range.stop();
    return stop == null ? -1 : ByteStrings.head(stop, 0, stop.length);
  }

  /** Memory that it takes, roughly; nothing where it is {@link #ALL}. */
  public long heldBytes() {
    if (isAll()) {
      return 0;
    }
    long bytes = 0;
    for (KeyRange range : ranges) {
      int stopLength = range.stop() == null ? 0 : range.stop().length;
      bytes += BYTES_PER_RANGE + range.start().length + stopLength;
    }
    return bytes;
  }

  public boolean isEmpty() {
    return ranges.isEmpty();
  }

  public boolean isAll() {
    return equals(ALL);
  }

  public RangeSet or(RangeSet other) {
    if (isEmpty() || other.isAll()) {
      return other;
    }
    if (other.isEmpty() || isAll()) {
      return this;
    }
    List<KeyRange> both = new ArrayList<>(ranges);
    both.addAll(other.ranges);
    return of(both);
  }

  public RangeSet and(RangeSet other) {
    // There may be a million ranges, and most parts of most boxes are restricted once.
    if (isAll() || other.isEmpty()) {
      return other;
    }
    if (other.isAll() || isEmpty()) {
      return this;
    }
    List<KeyRange> common = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < ranges.size() && j < other.ranges.size()) {
      KeyRange a = ranges.get(i);
      KeyRange b = other.ranges.get(j);
      boolean isFirstBehind = Arrays.compareUnsigned(a.start(), b.start()) >= 0;
      boolean endsFirst = ByteStrings.compareEnds(a.stop(), b.stop()) <= 0;
      KeyRange overlap =
          new KeyRange(isFirstBehind ? a.start() : b.start(), endsFirst ? a.stop() : b.stop());
      if (!overlap.isEmpty()) {
        common.add(overlap);
      }
      i += endsFirst ? 1 : 0;
      j += endsFirst ? 0 : 1;
    }
    return new RangeSet(List.copyOf(common));
  }

  public RangeSet not() {
    List<KeyRange> gaps = new ArrayList<>();
    byte[] from = ByteStrings.EMPTY;
    for (KeyRange range : ranges) {
      // Ranges do not touch, so only the one in front of the first can be empty.
      if (range.start().length > 0) {
        gaps.add(new KeyRange(from, range.start()));
      }
      from = range.stop();
    }
    if (from != null) {
      gaps.add(new KeyRange(from, null));
    }
    return new RangeSet(List.copyOf(gaps));
  }

  public RangeSet without(Predicate<KeyRange> unwanted) {
    return ranges.stream().noneMatch(unwanted)
        ? this
        : new RangeSet(ranges.stream().filter(unwanted.negate()).toList());
  }

  @Override
  public boolean equals(Object other) {
    return other == this || other instanceof RangeSet set && ranges.equals(set.ranges);
  }

  @Override
  public int hashCode() {
    return ranges.hashCode();
  }
}
