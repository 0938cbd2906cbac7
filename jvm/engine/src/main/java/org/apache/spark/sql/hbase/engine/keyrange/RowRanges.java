package org.apache.spark.sql.hbase.engine.keyrange;

import com.google.protobuf.ByteString;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeys;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange;
import org.apache.spark.sql.hbase.engine.keyrange.interval.RangeSet;
import org.apache.spark.sql.hbase.wire.proto.Filter;
import org.apache.spark.sql.hbase.wire.proto.RowRange;

/** The ranges of row keys that filters list. */
final class RowRanges {
  private RowRanges() {}

  /** The row keys that a filter lists; all if it does not. */
  static RangeSet of(Filter filter) {
    return filter.getRowRangesCount() == 0
        ? RangeSet.ALL
        : RangeSet.of(filter.getRowRangesList().stream().map(RowRanges::ofWire).toList());
  }

  /** Makes the range of a single row key. */
  static KeyRange only(byte[] rowKey) {
    return new KeyRange(rowKey, RowKeys.after(rowKey));
  }

  /** Whether each range holds a single row key. */
  static boolean areRowKeys(RangeSet rows) {
    return rows.ranges().stream().allMatch(range -> range.equals(only(range.start())));
  }

  static RowRange toWire(KeyRange range) {
    RowRange.Builder wire = RowRange.newBuilder().setStart(ByteString.copyFrom(range.start()));
    return range.stop() == null
        ? wire.build()
        : wire.setStop(ByteString.copyFrom(range.stop())).build();
  }

  static KeyRange ofWire(RowRange range) {
    byte[] stop = range.getStop().toByteArray();
    return new KeyRange(range.getStart().toByteArray(), stop.length == 0 ? null : stop);
  }
}
