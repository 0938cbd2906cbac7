package org.apache.spark.sql.hbase.engine.keyrange;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeyCodec;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeys;
import org.apache.spark.sql.hbase.engine.expression.LeadingConjuncts;
import org.apache.spark.sql.hbase.engine.keyrange.interval.ByteStrings;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyBox;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeySegment;
import org.apache.spark.sql.hbase.engine.keyrange.interval.RangeSet;
import org.apache.spark.sql.hbase.engine.keyrange.predicate.KeyBoxes;
import org.apache.spark.sql.hbase.engine.keyrange.predicate.KeyColumn;
import org.apache.spark.sql.hbase.engine.keyrange.predicate.KeyOutcome;
import org.apache.spark.sql.hbase.engine.keyrange.predicate.KeyPredicates;
import org.apache.spark.sql.hbase.engine.row.RowLayout;
import org.apache.spark.sql.hbase.wire.plan.PlanLimits;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;

/**
 * The row keys of one table and what conditions say of them. Not thread-safe.
 *
 * @param segments in row-key order: what is in front of the columns, then these; none if the row
 *     key is not known
 * @param prefixes what the columns say of the segment in front of them; empty without one
 */
record KeySpace(
    List<KeySegment> segments, KeyPredicates predicates, Optional<PrefixedBoxes> prefixes) {

  /** More of one alternative are read as so many, with what lies between. */
  private static final int MAX_RANGES_OF_ONE = 256;

  private static final RangeSet NO_BYTES =
      RangeSet.of(List.of(new KeyRange(ByteStrings.EMPTY, RowKeys.after(ByteStrings.EMPTY))));

  static KeySpace of(TableLayout table) {
    Map<Integer, KeyColumn> byOrdinal = new HashMap<>();
    Map<Integer, Integer> partOfColumn = new HashMap<>();
    List<KeySegment> segments = new ArrayList<>();
    List<KeyColumn> columns = new ArrayList<>();
    Optional<PrefixSegment> prefix = Optional.empty();
    if (!RowLayout.keyParts(table).isEmpty()) {
      RowKeyCodec codec = RowLayout.keyCodec(table);
      prefix = codec.prefix().map(PrefixSegment::new);
      prefix.ifPresent(segments::add);
      for (int column = 0; column < table.getColumnsCount(); column++) {
        if (table.getColumns(column).hasKey()) {
          KeyColumn keyColumn = new KeyColumn(codec, columns.size());
          partOfColumn.put(column, segments.size());
          byOrdinal.put(column, keyColumn);
          columns.add(keyColumn);
          segments.add(keyColumn);
        }
      }
    }
    return new KeySpace(
        List.copyOf(segments),
        new KeyPredicates(segments.size(), byOrdinal, partOfColumn),
        prefix.map(segment -> new PrefixedBoxes(segment, columns)));
  }

  /**
   * Row keys for which all the leading Filters can be TRUE, or one can raise an error where those
   * before it can be TRUE.
   */
  KeyRanges ranges(List<Operator> operators) {
    if (segments.isEmpty()) {
      return KeyRanges.ALL;
    }
    KeyBoxes passing = KeyBoxes.of(KeyBox.all(segments.size()));
    KeyBoxes raising = KeyBoxes.none();
    RangeSet listed = RangeSet.ALL;
    KeyPredicates ofPlan = predicates.ofNextPlan();
    for (Operator filter : operators.stream().takeWhile(Operator::hasFilter).toList()) {
      if (raising.boxes().isEmpty()) {
        listed = listed.and(RowRanges.of(filter.getFilter()));
      }
      for (Expression conjunct : LeadingConjuncts.all(List.of(filter)).toList()) {
        KeyOutcome outcome = ofPlan.of(conjunct);
        if (raising.boxes().isEmpty() && outcome.isTrue().isHull()) {
          listed = listed.and(ofAlternatives(conjunct, ofPlan));
        }
        raising = raising.or(passing.and(outcome.raises()));
        passing = passing.and(outcome.isTrue());
      }
    }
    return ranges(passing.or(raising)).and(listed);
  }

  /**
   * The row keys of an OR of more conditions than there can be boxes, which together become one:
   *
   * <pre>
   * (a = 1 AND b = 9) OR (a = 2 AND b = 8) OR ...    rows [(1, 9), (1, 10))  [(2, 8), (2, 9)) ...
   * a IN (1, 2, ...) AND b IN (9, 8, ...)            (1, 8) and (2, 9) as well
   * </pre>
   *
   * @return all row keys for any other predicate, and where too many ranges or values are listed
   */
  private RangeSet ofAlternatives(Expression conjunct, KeyPredicates ofPlan) {
    List<Expression> alternatives = alternatives(conjunct).toList();
    if (alternatives.size() == 1) {
      return RangeSet.ALL;
    }
    List<KeyRange> found = new ArrayList<>();
    double values = 0;
    for (Expression alternative : alternatives) {
      KeyOutcome outcome = ofPlan.of(alternative);
      KeyBoxes keys = outcome.isTrue().or(outcome.raises());
      values += keys.boxes().stream().mapToDouble(this::values).sum();
      if (values > PlanLimits.MAX_ROW_RANGES) {
        return RangeSet.ALL;
      }
      found.addAll(ranges(keys).atMost(MAX_RANGES_OF_ONE));
      if (found.size() > PlanLimits.MAX_ROW_RANGES || found.contains(KeyRange.ALL)) {
        return RangeSet.ALL;
      }
    }
    return RangeSet.of(found);
  }

  /** Combinations of ranges, or of values where each of them has a prefix of its own. */
  private double values(KeyBox box) {
    double product = 1;
    for (int part = 0; part < segments.size(); part++) {
      RangeSet set = box.parts()[part];
      KeySegment segment = segments.get(part);
      product *=
          prefixes.isEmpty() || set.isAll()
              ? set.ranges().size()
              : set.ranges().stream().mapToDouble(segment::mostValues).sum();
    }
    return product;
  }

  private static Stream<Expression> alternatives(Expression predicate) {
    return predicate.hasCall() && predicate.getCall().getFunction() == Function.OR
        ? predicate.getCall().getArgumentsList().stream().flatMap(KeySpace::alternatives)
        : Stream.of(predicate);
  }

  /** The row keys of the boxes. */
  KeyRanges ranges(KeyBoxes keys) {
    List<KeyBox> boxes =
        keys.boxes().stream()
            .map(box -> box.possible(segments))
            .filter(box -> !box.isEmpty())
            .toList();
    List<KeyBox> prefixed = prefixes.map(known -> known.of(boxes)).orElse(boxes);
    return KeyRanges.of(
        prefixed.stream().flatMap(box -> Stream.concat(Stream.of(box), ending(box))).toList(),
        segments);
  }

  /**
   * The row keys of a box that end before their last columns. Those with a terminator, or with none
   * in front of them, are in the box itself. Nothing is known of what is not there:
   *
   * <pre>
   * key (a, b, c) of VARCHAR, a = 'x'              'x' 00 ...    and    'x'
   * a = 'x' AND b &lt;= 'y'        'x' 00 to 'x' 00 'y' 00 ...    and    'x'
   * a = 'x' AND b = 'y' AND c = 'z'                'x' 00 'y' 00 'z'
   * </pre>
   */
  private Stream<KeyBox> ending(KeyBox box) {
    List<KeyBox> found = new ArrayList<>();
    boolean mayEnd = true;
    for (int last = segments.size() - 2; last >= 0 && mayEnd; last--) {
      mayEnd = segments.get(last + 1).mayBeLeftOut(box.parts()[last + 1]);
      RangeSet ends = segments.get(last).atEndOfKey(box.parts()[last]);
      if (mayEnd && !ends.isEmpty()) {
        RangeSet[] parts = box.parts().clone();
        parts[last] = ends;
        Arrays.fill(parts, last + 1, parts.length, NO_BYTES);
        found.add(new KeyBox(parts));
      }
    }
    return found.stream();
  }

  /** The HBase rows of the table that hold row keys with one of these values in a segment. */
  KeyRanges rowsWith(int segment, RangeSet values, TableLayout table) {
    return ranges(KeyBoxes.of(KeyBox.of(segments.size(), segment, values))).inRowsOf(table);
  }
}
