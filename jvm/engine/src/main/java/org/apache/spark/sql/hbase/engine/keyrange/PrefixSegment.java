package org.apache.spark.sql.hbase.engine.keyrange;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix;
import org.apache.spark.sql.hbase.engine.keyrange.interval.ByteStrings;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeySegment;
import org.apache.spark.sql.hbase.engine.keyrange.interval.RangeSet;

/** The salt or hash in front of row keys. */
record PrefixSegment(KeyPrefix prefix) implements KeySegment {
  @Override
  public int width() {
    return prefix.width();
  }

  @Override
  public int endIn(byte[] row, int from, int to) {
    return from + width() <= to ? from + width() : -1;
  }

  @Override
  public boolean isPoint(KeyRange range) {
    return range.start().length == width() && point(range.start()).equals(range);
  }

  @Override
  public Optional<List<byte[]>> values(RangeSet set, int max) {
    List<KeyRange> ranges = set.ranges();
    return ranges.size() <= max && ranges.stream().allMatch(this::isPoint)
        ? Optional.of(ranges.stream().map(KeyRange::start).toList())
        : Optional.empty();
  }

  /** Salts are few, so that what is known of the columns behind them is repeated for each. */
  @Override
  public List<KeyRange> singled(RangeSet values) {
    if (prefix.kind() == KeyPrefix.Kind.HASH) {
      return values.ranges();
    }
    List<KeyRange> points = new ArrayList<>();
    for (int bucket = 0; bucket < prefix.size(); bucket++) {
      byte[] salt = {(byte) bucket};
      if (values.ranges().stream().anyMatch(range -> range.contains(salt))) {
        points.add(point(salt));
      }
    }
    return points;
  }

  /** Columns behind it say what it can be. */
  @Override
  public RangeSet possible(RangeSet values) {
    return values;
  }

  /** It has no terminator. */
  @Override
  public RangeSet atEndOfKey(RangeSet values) {
    return RangeSet.NONE;
  }

  @Override
  public boolean mayBeLeftOut(RangeSet values) {
    return false;
  }

  /** Computed from columns behind it, so it adds none. */
  @Override
  public long mostValues(KeyRange range) {
    return 1;
  }

  KeyRange point(byte[] bytes) {
    return new KeyRange(bytes, ByteStrings.afterPrefix(bytes));
  }
}
