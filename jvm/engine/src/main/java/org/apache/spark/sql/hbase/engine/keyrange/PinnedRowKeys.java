package org.apache.spark.sql.hbase.engine.keyrange;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeys;
import org.apache.spark.sql.hbase.engine.keyrange.interval.ByteStrings;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyBox;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeySegment;
import org.apache.spark.sql.hbase.engine.keyrange.interval.RangeSet;

/**
 * The row keys that boxes hold, where each segment of the row key is pinned to few values. They are
 * products of the values of all segments.
 *
 * <pre>
 * key (day INT, shop STRING), day IN (5, 7) AND shop IN ('a', 'b')
 *   (5, 'a')  (5, 'b')  (7, 'a')  (7, 'b')
 * </pre>
 *
 * Bytes that begin with such a key and go on are no row key of the table, so they need not be
 * found.
 */
final class PinnedRowKeys {
  /** Neighbouring values that are worth naming one by one: {@code IN (1, 2, 3)} is one range. */
  private static final int MAX_NEIGHBOURS = 8;

  private PinnedRowKeys() {}

  /**
   * @param boxes may overlap
   * @return in row-key order; empty if a column is not pinned or there are more than {@code
   *     maxKeys}
   */
  static Optional<List<byte[]>> of(List<KeyBox> boxes, List<KeySegment> columns, int maxKeys) {
    if (columns.isEmpty()) {
      return Optional.empty();
    }
    NavigableSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
    for (KeyBox box : boxes) {
      Optional<List<byte[]>> ofBox = product(box, columns, maxKeys);
      if (ofBox.isEmpty()) {
        return Optional.empty();
      }
      keys.addAll(ofBox.get());
      if (keys.size() > maxKeys) {
        return Optional.empty();
      }
    }
    keys.removeIf(key -> key.length == 0 || key.length > RowKeys.MAX_BYTES);
    return Optional.of(List.copyOf(keys));
  }

  private static Optional<List<byte[]>> product(KeyBox box, List<KeySegment> columns, int maxKeys) {
    List<byte[]> keys = List.of(ByteStrings.EMPTY);
    for (int part = 0; part < columns.size(); part++) {
      RangeSet set = box.parts()[part];
      int maxValues = (int) Math.min(maxKeys, (long) MAX_NEIGHBOURS * set.ranges().size());
      Optional<List<byte[]>> values = columns.get(part).values(set, maxValues);
      if (values.isEmpty() || (long) keys.size() * values.get().size() > maxKeys) {
        return Optional.empty();
      }
      List<byte[]> longer = new ArrayList<>(keys.size() * values.get().size());
      for (byte[] key : keys) {
        values.get().forEach(value -> longer.add(ByteStrings.concat(key, value)));
      }
      keys = longer;
    }
    return Optional.of(keys);
  }
}
