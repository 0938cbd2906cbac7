package org.apache.spark.sql.hbase.engine.keyrange;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.hbase.codec.rowkey.KeyHash;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyBox;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange;
import org.apache.spark.sql.hbase.engine.keyrange.interval.RangeSet;
import org.apache.spark.sql.hbase.engine.keyrange.predicate.KeyColumn;

/**
 * Finds the salts or hashes of row keys from the values of the columns that they are computed from:
 *
 * <pre>
 * salt of a, 8 buckets    a IN (1, 2, 5)    ->    bucket 1 with a IN (1, 5), bucket 3 with a = 2
 *                         a > 1             ->    every bucket with a > 1
 * </pre>
 *
 * Not thread-safe.
 */
final class PrefixedBoxes {
  /** Combinations of values; each costs a hash. Where there are more, every prefix is possible. */
  static final int MAX_COMBINATIONS = 1 << 14;

  /** Bounds the boxes made of one box; a cursor looks at all boxes for each jump. */
  static final int MAX_BOXES = KeyPrefix.MAX_BUCKETS;

  private final PrefixSegment segment;

  /** The key columns from which the prefix is computed. */
  private final List<KeyColumn> columns;

  private final KeyHash hash;

  /**
   * @param columns of the row key
   */
  PrefixedBoxes(PrefixSegment segment, List<KeyColumn> columns) {
    this.segment = segment;
    this.columns = segment.prefix().parts().stream().map(columns::get).toList();
    this.hash = new KeyHash(this.columns.stream().map(KeyColumn::type).toList());
  }

  /**
   * Returns boxes with the same row keys and a known prefix.
   *
   * @param boxes whose first part is the prefix, of which nothing is known yet
   */
  List<KeyBox> of(List<KeyBox> boxes) {
    return boxes.stream().flatMap(box -> of(box).stream()).toList();
  }

  private List<KeyBox> of(KeyBox box) {
    Optional<Map<ByteString, List<List<KeyRange>>>> known = values(box).flatMap(this::byPrefix);
    if (known.isEmpty()) {
      return List.of(box);
    }
    if (known.get().size() > MAX_BOXES) {
      return List.of(
          with(box, 0, RangeSet.of(known.get().keySet().stream().map(this::of).toList())));
    }
    List<KeyBox> boxes = new ArrayList<>();
    known
        .get()
        .forEach(
            (prefix, ranges) -> {
              KeyBox narrowed = with(box, 0, RangeSet.of(List.of(of(prefix))));
              for (int i = 0; i < ranges.size(); i++) {
                narrowed = with(narrowed, partOf(i), RangeSet.of(ranges.get(i)));
              }
              boxes.add(narrowed);
            });
    return boxes;
  }

  private KeyRange of(ByteString prefix) {
    return segment.point(prefix.toByteArray());
  }

  /** Position in a box, where the prefix comes first. */
  private int partOf(int column) {
    return segment.prefix().parts().get(column) + 1;
  }

  /** All values of each column, if their combinations are few. */
  private Optional<List<List<byte[]>>> values(KeyBox box) {
    List<List<byte[]>> values = new ArrayList<>();
    int most = MAX_COMBINATIONS;
    for (int i = 0; i < columns.size(); i++) {
      Optional<List<byte[]>> ofColumn = columns.get(i).values(box.parts()[partOf(i)], most);
      if (ofColumn.isEmpty()) {
        return Optional.empty();
      }
      values.add(ofColumn.get());
      most /= Math.max(1, ofColumn.get().size());
    }
    return Optional.of(values);
  }

  /** For each prefix the values that lead to it, per column; empty if one is no value at all. */
  private Optional<Map<ByteString, List<List<KeyRange>>>> byPrefix(List<List<byte[]>> values) {
    Map<ByteString, List<List<KeyRange>>> byPrefix =
        new TreeMap<>(ByteString.unsignedLexicographicalComparator());
    byte[][] chosen = new byte[columns.size()][];
    try {
      addCombinations(values, chosen, 0, byPrefix);
      return Optional.of(byPrefix);
    } catch (CodecException e) {
      return Optional.empty();
    }
  }

  private void addCombinations(
      List<List<byte[]>> values,
      byte[][] chosen,
      int column,
      Map<ByteString, List<List<KeyRange>>> to) {
    if (column == chosen.length) {
      add(chosen, to);
      return;
    }
    for (byte[] value : values.get(column)) {
      chosen[column] = value;
      addCombinations(values, chosen, column + 1, to);
    }
  }

  private void add(byte[][] chosen, Map<ByteString, List<List<KeyRange>>> to) {
    hash.reset();
    for (int i = 0; i < chosen.length; i++) {
      columns.get(i).decode(chosen[i], hash);
    }
    ByteString prefix = ByteString.copyFrom(segment.prefix().of(hash.value()));
    List<List<KeyRange>> ranges = to.computeIfAbsent(prefix, unseen -> noRanges());
    for (int i = 0; i < chosen.length; i++) {
      ranges.get(i).add(columns.get(i).point(chosen[i]));
    }
  }

  private List<List<KeyRange>> noRanges() {
    List<List<KeyRange>> ranges = new ArrayList<>();
    columns.forEach(column -> ranges.add(new ArrayList<>()));
    return ranges;
  }

  private static KeyBox with(KeyBox box, int part, RangeSet values) {
    RangeSet[] parts = box.parts().clone();
    parts[part] = values;
    return new KeyBox(parts);
  }
}
