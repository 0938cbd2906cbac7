package org.apache.spark.sql.hbase.engine.keyrange;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyBox;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange;
import org.apache.spark.sql.hbase.engine.keyrange.interval.RangeSet;
import org.apache.spark.sql.hbase.engine.keyrange.predicate.KeyBoxes;
import org.apache.spark.sql.hbase.engine.keyrange.predicate.KeyColumn;
import org.apache.spark.sql.hbase.wire.plan.PlanLimits;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Filter;
import org.apache.spark.sql.hbase.wire.proto.RowRange;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;

/**
 * Finds the row keys that hold one of many tuples of values. A condition on each column by itself
 * holds the product of the values, which may be the whole table:
 *
 * <pre>
 * key (a, b), (a, b) of (1, 9), (2, 8)    rows [(1, 9), (1, 10))  [(2, 8), (2, 9))
 * a IN (1, 2) AND b IN (8, 9)             (1, 8) and (2, 9) as well
 * </pre>
 *
 * Tuples of all columns of the row key are row keys, which gets read.
 */
public final class RowKeyTuples {
  /** More of one tuple do not say where its rows are. */
  private static final int MAX_RANGES_OF_TUPLE = 256;

  private RowKeyTuples() {}

  /**
   * Returns the ranges of row keys that hold one of the tuples.
   *
   * @param lists for each column of the tuples an IN over its values, one for each tuple in the
   *     same order, none of them NULL
   * @return empty if the columns do not say where row keys begin, or the ranges are too many for a
   *     sub-plan
   */
  public static Optional<List<RowRange>> ranges(TableLayout table, List<Expression> lists) {
    KeySpace space = KeySpace.of(table);
    List<TypedCall> calls = lists.stream().map(TypedCall::of).toList();
    List<KeyColumn> columns =
        calls.stream().flatMap(call -> space.predicates().listedColumn(call).stream()).toList();
    if (columns.size() < lists.size() || !beginRowKeys(space, columns)) {
      return Optional.empty();
    }
    int[] parts = columns.stream().mapToInt(space.segments()::indexOf).toArray();
    List<Iterator<RangeSet>> values =
        IntStream.range(0, parts.length)
            .mapToObj(i -> columns.get(i).equalToEach(calls.get(i).listedConstants()).iterator())
            .toList();
    List<KeyRange> found = new ArrayList<>();
    while (values.get(0).hasNext()) {
      KeyBox tuple = KeyBox.all(space.segments().size());
      for (int i = 0; i < parts.length; i++) {
        tuple.parts()[parts[i]] = values.get(i).next();
      }
      List<KeyRange> rows = rowsOf(space, tuple);
      found.addAll(rows);
      if (rows.size() > MAX_RANGES_OF_TUPLE || found.size() > PlanLimits.MAX_ROW_RANGES) {
        return Optional.empty();
      }
    }
    return Optional.of(RangeSet.of(found).ranges().stream().map(RowRanges::toWire).toList());
  }

  /** Whether they are the first columns of the row key, in any order and more than one. */
  private static boolean beginRowKeys(KeySpace space, List<KeyColumn> columns) {
    int first = space.prefixes().isPresent() ? 1 : 0;
    return columns.size() > 1
        && columns.stream().distinct().count() == columns.size()
        && columns.containsAll(space.segments().subList(first, first + columns.size()));
  }

  private static List<KeyRange> rowsOf(KeySpace space, KeyBox tuple) {
    KeyRanges rows = space.ranges(KeyBoxes.of(tuple));
    return rows.rowKeys(MAX_RANGES_OF_TUPLE)
        .map(keys -> keys.stream().map(RowRanges::only).toList())
        .orElseGet(rows::ranges);
  }

  /**
   * Returns the filter with those of its row ranges that HBase rows {@code [startRow, stopRow)} can
   * hold, and with one at least: none would be all.
   *
   * @param stopRow empty for the end of the table
   * @return the filter itself where nothing becomes less
   */
  static Filter within(Filter filter, TableLayout table, byte[] startRow, byte[] stopRow) {
    KeyRange part = new KeyRange(startRow, stopRow.length == 0 ? null : stopRow);
    List<RowRange> inside =
        filter.getRowRangesList().stream()
            .filter(range -> KeyRanges.rowsOf(RowRanges.ofWire(range), table).overlaps(part))
            .toList();
    if (inside.size() == filter.getRowRangesCount()) {
      return filter;
    }
    return filter.toBuilder()
        .clearRowRanges()
        .addAllRowRanges(inside.isEmpty() ? List.of(filter.getRowRanges(0)) : inside)
        .build();
  }
}
