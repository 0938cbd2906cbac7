package org.apache.spark.sql.hbase.engine.keyrange;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.spark.sql.hbase.codec.chunk.GroupKey;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.BackwardCursor;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.ColumnarCursor;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.CommonCursor;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.GroupCursor;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RangeCursor;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RangeListCursor;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RowCursor;
import org.apache.spark.sql.hbase.engine.keyrange.interval.ByteStrings;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyBox;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeySegment;
import org.apache.spark.sql.hbase.engine.keyrange.interval.RangeSet;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;

/**
 * Row keys that can pass the leading Filters of a sub-plan: sorted ranges that are disjoint and do
 * not touch. Every row outside fails a filter; rows inside may fail too, so the filters still run.
 *
 * <p>The technique is that of critical points: between two literals that a predicate compares a
 * column with, the predicate does not change. Rows for which a filter may raise an error are in the
 * ranges too.
 *
 * <p>In layout {@code columnar} the rows are HBase's, which are groups of rows of the table. A
 * group is in the ranges if a row key of it can pass.
 *
 * <p>Immutable and thread-safe.
 */
public final class KeyRanges {
  /** Beyond so many ranges, neighbours are read as one: the filters drop what lies between. */
  static final int MAX_RANGES = 1 << 20;

  /** All row keys. */
  public static final KeyRanges ALL =
      new KeyRanges(List.of(KeyBox.all(0)), List.of(), RangeSet.ALL, null, KeyRange.ALL);

  /** With listed row keys, so many ranges of the boxes are enough: the lists are more precise. */
  private static final int MAX_RANGES_BESIDE_LIST = 1 << 10;

  private final List<KeyBox> boxes;
  private final List<KeySegment> columns;

  /** Row keys of the table that filters list; rows outside cannot pass, whatever the boxes say. */
  private final RangeSet listed;

  /** Null where an HBase row is a row of the table. */
  private final GroupKey groups;

  /** Row keys outside are none of the table. The cursors leave them to the bounds of the scan. */
  private final KeyRange bounds;

  /** Null until they are asked for: a region server does without. */
  private volatile List<KeyRange> ranges;

  private KeyRanges(
      List<KeyBox> boxes,
      List<KeySegment> columns,
      RangeSet listed,
      GroupKey groups,
      KeyRange bounds) {
    this.boxes = boxes;
    this.columns = columns;
    this.listed = listed;
    this.groups = groups;
    this.bounds = bounds;
  }

  /** Computes the ranges of a plan that the engine can run. */
  public static KeyRanges of(SubPlan plan) {
    return KeySpace.of(plan.getTable()).ranges(plan.getOperatorsList()).inRowsOf(plan.getTable());
  }

  /** Returns the ranges of HBase rows that hold these row keys. */
  KeyRanges inRowsOf(TableLayout table) {
    return table.hasColumnar()
        ? new KeyRanges(
            boxes, columns, listed, new GroupKey(table.getColumnar().getGroupBits()), bounds)
        : this;
  }

  /**
   * The row keys of all boxes.
   *
   * @param columns the row key
   */
  public static KeyRanges of(List<KeyBox> boxes, List<KeySegment> columns) {
    return new KeyRanges(boxes, columns, RangeSet.ALL, null, KeyRange.ALL);
  }

  /** Returns the row keys of these ranges that are listed, too. Not of groups. */
  KeyRanges and(RangeSet listed) {
    return listed.isAll()
        ? this
        : new KeyRanges(boxes, columns, this.listed.and(listed), groups, bounds);
  }

  /** Returns the ranges for a table whose rows all lie in {@code bounds}. */
  public KeyRanges within(KeyRange bounds) {
    return new KeyRanges(boxes, columns, listed, groups, bounds);
  }

  /**
   * A cursor over the row keys that can pass; empty if these are all.
   *
   * @param stopRow behind it nothing is looked at; empty for the end of the table
   */
  public Optional<RowCursor> newCursor(byte[] stopRow) {
    if (holdAll()) {
      return Optional.empty();
    }
    if (groups == null) {
      return Optional.of(newRowCursor(stopRow));
    }
    return Optional.of(new ColumnarCursor(newRowCursor(ByteStrings.EMPTY), groups, stopRow));
  }

  /** Memory that they take for {@link #newCursor}. */
  public long heldBytes() {
    return listed.heldBytes()
        + boxes.stream()
            .flatMap(box -> Arrays.stream(box.parts()))
            .mapToLong(RangeSet::heldBytes)
            .sum();
  }

  private RowCursor newRowCursor(byte[] stopRow) {
    if (listed.isAll()) {
      return newBoxCursor(stopRow);
    }
    RowCursor ofList = new RangeListCursor(listed, stopRow);
    return boxes.stream().anyMatch(KeyBox::isAll)
        ? ofList
        : new CommonCursor(ofList, newBoxCursor(stopRow));
  }

  private RowCursor newBoxCursor(byte[] stopRow) {
    return boxes.size() == 1 && boxes.get(0).restrictsOnlyFirst()
        ? new RangeListCursor(boxes.get(0).parts()[0], stopRow)
        : new RangeCursor(boxes, columns, stopRow);
  }

  /**
   * Returns a cursor for a plan that needs only one row per group of rows with equal first key
   * columns. Never empty, for most rows are in the group of the row before.
   *
   * <p>Not in layout {@code columnar}: that an HBase row was read does not say that one of its
   * group was left.
   *
   * @param groupColumns number of these columns, less than the key has, with what is in front of
   *     them; 0 if all rows are alike
   */
  public RowCursor newGroupCursor(int groupColumns, byte[] stopRow) {
    return new GroupCursor(newCursor(stopRow), columns.subList(0, groupColumns), stopRow);
  }

  /**
   * Returns a cursor for row keys in descending order. Empty in layout {@code columnar}, too, where
   * no plan reads backward.
   */
  public Optional<BackwardCursor> newBackwardCursor() {
    if (holdAll() || groups != null) {
      return Optional.empty();
    }
    // The ranges of a first part may go on behind it.
    List<KeyBox> precise = listed.isAll() ? boxes : List.of(KeyBox.of(columns.size(), 0, listed));
    return Optional.of(new BackwardCursor(precise, columns));
  }

  private boolean holdAll() {
    return listed.isAll() && boxes.stream().anyMatch(KeyBox::isAll);
  }

  private List<KeyRange> list() {
    RangeSet ofTable = ofTable();
    List<KeyRange> ofRows =
        groups == null
            ? ofTable.ranges()
            : RangeSet.of(ofTable.ranges().stream().map(this::ofGroups).toList()).ranges();
    return bounds.equals(KeyRange.ALL)
        ? ofRows
        : ofRows.stream()
            .filter(bounds::overlaps)
            .map(range -> range.within(bounds.start(), bounds.stop()))
            .toList();
  }

  /** Ranges of row keys of the table. */
  private RangeSet ofTable() {
    return ofBoxes(listed.isAll() ? MAX_RANGES : MAX_RANGES_BESIDE_LIST).and(listed);
  }

  /**
   * About so many ranges that hold all row keys, single ones as such where they are pinned. Not of
   * groups and not of listed ones.
   */
  List<KeyRange> atMost(int maxRanges) {
    return rowKeys(maxRanges)
        .map(keys -> keys.stream().map(RowRanges::only).toList())
        .orElseGet(() -> ofBoxes(maxRanges).ranges());
  }

  /**
   * @param ofAllBoxes so many ranges, one for each box at least
   */
  private RangeSet ofBoxes(int ofAllBoxes) {
    List<KeyRange> any = new ArrayList<>();
    int maxRanges = Math.max(1, ofAllBoxes / Math.max(1, boxes.size()));
    for (KeyBox box : boxes) {
      if (box.isAll()) {
        any.add(KeyRange.ALL);
      } else {
        addRanges(box, columns, 0, List.of(ByteStrings.EMPTY), maxRanges, any);
      }
    }
    return RangeSet.of(any);
  }

  private KeyRange ofGroups(KeyRange rowKeys) {
    return ofGroups(rowKeys, groups);
  }

  /** The groups that the row keys of a range belong to. */
  private static KeyRange ofGroups(KeyRange rowKeys, GroupKey groups) {
    byte[] stop = rowKeys.stop() == null ? null : groups.stopRow(rowKeys.stop());
    return new KeyRange(groups.of(rowKeys.start()), stop);
  }

  /** The HBase rows of the table that hold the row keys of a range. */
  static KeyRange rowsOf(KeyRange rowKeys, TableLayout table) {
    return table.hasColumnar()
        ? ofGroups(rowKeys, new GroupKey(table.getColumnar().getGroupBits()))
        : rowKeys;
  }

  /**
   * Adds the ranges of row keys that start with one of {@code prefixes} and go on as the box says
   * from {@code part} on.
   *
   * @param maxRanges not less than there are prefixes
   */
  private static void addRanges(
      KeyBox box,
      List<KeySegment> columns,
      int part,
      List<byte[]> prefixes,
      int maxRanges,
      List<KeyRange> to) {
    boolean isRestFree = Arrays.stream(box.parts()).skip(part + 1L).allMatch(RangeSet::isAll);
    List<KeyRange> ranges = coarse(rangesOf(box, columns, part), maxRanges / prefixes.size());
    List<byte[]> points = new ArrayList<>();
    for (byte[] prefix : prefixes) {
      for (KeyRange range : ranges) {
        KeyRange behindPrefix = range.behind(prefix);
        if (!isRestFree && columns.get(part).isPoint(range)) {
          points.add(behindPrefix.start());
        } else {
          to.add(behindPrefix);
        }
      }
    }
    if (!points.isEmpty()) {
      addRanges(box, columns, part + 1, points, maxRanges, to);
    }
  }

  private static List<KeyRange> rangesOf(KeyBox box, List<KeySegment> columns, int part) {
    boolean isNextFree = part == columns.size() - 1 || box.parts()[part + 1].isAll();
    RangeSet values = box.parts()[part];
    return isNextFree ? values.ranges() : columns.get(part).singled(values);
  }

  /** So many ranges at most that hold all these: neighbours together with what lies between. */
  private static List<KeyRange> coarse(List<KeyRange> ranges, int room) {
    if (ranges.size() <= room) {
      return ranges;
    }
    List<KeyRange> hulls = new ArrayList<>(room);
    for (int i = 0; i < room; i++) {
      int first = (int) ((long) ranges.size() * i / room);
      int last = (int) ((long) ranges.size() * (i + 1) / room) - 1;
      hulls.add(new KeyRange(ranges.get(first).start(), ranges.get(last).stop()));
    }
    return hulls;
  }

  /** In row-key order; empty if no row can pass. */
  public List<KeyRange> ranges() {
    List<KeyRange> known = ranges;
    if (known == null) {
      // Two threads may do the same; both lists are equal.
      known = list();
      ranges = known;
    }
    return known;
  }

  /**
   * The row keys one by one, in order, where the conditions pin every column of the row key. In
   * layout {@code columnar} they are the groups of these rows.
   *
   * @return empty if they do not, or if these are more than {@code maxKeys}
   */
  public Optional<List<byte[]>> rowKeys(int maxKeys) {
    Optional<List<byte[]>> keys =
        RowRanges.areRowKeys(listed)
            ? listedRowKeys(maxKeys)
            : PinnedRowKeys.of(boxes, columns, maxKeys).map(this::thatAreListed);
    return (groups == null ? keys : keys.map(this::groupsOf))
        .map(rows -> rows.stream().filter(bounds::contains).toList());
  }

  private Optional<List<byte[]>> listedRowKeys(int maxKeys) {
    return listed.ranges().size() > maxKeys
        ? Optional.empty()
        : Optional.of(ofTable().ranges().stream().map(KeyRange::start).toList());
  }

  /**
   * @param rowKeys in order
   */
  private List<byte[]> thatAreListed(List<byte[]> rowKeys) {
    RowCursor cursor = new RangeListCursor(listed, ByteStrings.EMPTY);
    return rowKeys.stream().filter(key -> cursor.holds(key, 0, key.length)).toList();
  }

  private List<byte[]> groupsOf(List<byte[]> rowKeys) {
    List<byte[]> distinct = new ArrayList<>();
    for (byte[] rowKey : rowKeys) {
      byte[] group = groups.of(rowKey);
      if (distinct.isEmpty() || !Arrays.equals(distinct.get(distinct.size() - 1), group)) {
        distinct.add(group);
      }
    }
    return List.copyOf(distinct);
  }

  /** Whether some range reaches into {@code [startRow, stopRow)}, where an empty stop is no end. */
  public boolean reachInto(byte[] startRow, byte[] stopRow) {
    return !within(startRow, stopRow, 1).isEmpty();
  }

  /**
   * The parts of {@code [startRow, stopRow)} that hold all these row keys. There is a part for each
   * range, or where those are too many from the first to the last of neighbouring ones.
   *
   * @param stopRow empty for the end of the table
   * @param maxParts at least 1
   */
  public List<KeyRange> within(byte[] startRow, byte[] stopRow, int maxParts) {
    List<KeyRange> ranges = ranges();
    byte[] stop = stopRow.length == 0 ? null : stopRow;
    int from = firstThatEndsBehind(startRow);
    int to = stop == null ? ranges.size() : firstThatEndsBehind(stop);
    if (to < ranges.size() && !startsAtOrBehind(to, stop)) {
      to++;
    }
    int count = Math.min(to - from, maxParts);
    List<KeyRange> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int first = from + (int) ((long) (to - from) * i / count);
      int last = from + (int) ((long) (to - from) * (i + 1) / count) - 1;
      KeyRange hull = ranges.get(first);
      if (last > first) {
        hull = new KeyRange(hull.start(), ranges.get(last).stop());
      }
      parts.add(hull.within(startRow, stop));
    }
    return parts;
  }

  private boolean startsAtOrBehind(int index, byte[] row) {
    return Arrays.compareUnsigned(ranges().get(index).start(), row) >= 0;
  }

  /** Position of the first range that holds a row key at or behind {@code row}. */
  private int firstThatEndsBehind(byte[] row) {
    List<KeyRange> ranges = ranges();
    int low = 0;
    int high = ranges.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ByteStrings.compareEnds(ranges.get(middle).stop(), row) > 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /**
   * Returns an upper bound for the number of row keys in the ranges; {@link Long#MAX_VALUE} if
   * there is none, as for strings with a prefix.
   */
  public long mostRows() {
    long rows = 0;
    for (KeyBox box : boxes) {
      rows = saturated(rows + mostRows(box));
    }
    return RowRanges.areRowKeys(listed) ? Math.min(rows, listed.ranges().size()) : rows;
  }

  private long mostRows(KeyBox box) {
    long rows = 1;
    for (int part = 0; part < columns.size(); part++) {
      long values = 0;
      for (KeyRange range : box.parts()[part].ranges()) {
        values = saturated(values + columns.get(part).mostValues(range));
      }
      long high = Math.multiplyHigh(rows, values);
      rows = high == 0 ? saturated(rows * values) : Long.MAX_VALUE;
    }
    return columns.isEmpty() ? Long.MAX_VALUE : rows;
  }

  /** Replaces a sum or product that overflowed, and so is negative, by the largest value. */
  private static long saturated(long value) {
    return value < 0 ? Long.MAX_VALUE : value;
  }

  /** True if nothing is known of the row keys. */
  public boolean isAll() {
    return ranges().equals(RangeSet.ALL.ranges());
  }

  /**
   * True if every row of the table is in the ranges: nothing limits its row keys but the bounds of
   * the table.
   */
  public boolean areAllOfTable() {
    return ranges().equals(List.of(bounds));
  }

  /**
   * True if there are row keys between the first and the last one that cannot pass though no range
   * leaves them out. Later columns of the key say so, and region servers seek past them.
   */
  public boolean haveGapsInside() {
    return areAllOfTable() && !holdAll();
  }

  /** Equal ones hold the same row keys. */
  @Override
  public boolean equals(Object other) {
    return other instanceof KeyRanges keys
        && boxes.equals(keys.boxes)
        && listed.equals(keys.listed)
        && Objects.equals(groups, keys.groups)
        && bounds.equals(keys.bounds);
  }

  @Override
  public int hashCode() {
    return boxes.hashCode();
  }
}
