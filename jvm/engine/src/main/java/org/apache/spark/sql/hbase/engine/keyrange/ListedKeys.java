package org.apache.spark.sql.hbase.engine.keyrange;

import com.google.protobuf.ByteString;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.engine.expression.kernel.Constant;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.keyrange.interval.ByteStrings;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeySegment;
import org.apache.spark.sql.hbase.engine.keyrange.interval.RangeSet;
import org.apache.spark.sql.hbase.engine.keyrange.predicate.KeyColumn;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.Values;

/**
 * A long list of values for a column of the row key, and which of them parts of a table can hold.
 * For the first column the parts lie where the values do, with the salt of each value. For a later
 * column something is known of parts in which all row keys begin with the same columns:
 *
 * <pre>
 * key (a, b), b IN (1, 2, 9)    rows from (5, 2) to (5, 12)    2, 9
 *                               rows from (5, 2) to (6, 0)     1, 2, 9
 * </pre>
 *
 * Immutable and thread-safe.
 */
final class ListedKeys {
  /** A shorter list costs less than to search it. */
  static final int MIN_VALUES = 16;

  private final Expression whole;

  /**
   * The segments in front of the part, with one value each in all row keys; empty where they do not
   * matter.
   */
  private final List<KeySegment> inFront;

  /** Positions in the list of the values that row keys can hold, in the order of row keys. */
  private final int[] positions;

  /** Rows of these values behind those segments: their starts, and ends of all up to them. */
  private final byte[][] starts;

  private final byte[][] stops;

  private ListedKeys(Expression whole, List<KeySegment> inFront, List<Listed> sorted) {
    this.whole = whole;
    this.inFront = inFront;
    this.positions = new int[sorted.size()];
    this.starts = new byte[sorted.size()][];
    this.stops = new byte[sorted.size()][];
    byte[] end = ByteStrings.EMPTY;
    for (int i = 0; i < positions.length; i++) {
      KeyRange rows = sorted.get(i).rows();
      end = ByteStrings.compareEnds(rows.stop(), end) > 0 ? rows.stop() : end;
      positions[i] = sorted.get(i).position();
      starts[i] = rows.start();
      stops[i] = end;
    }
  }

  /** Rows of the value at a position of the list; a value may have several ranges of them. */
  private record Listed(int position, KeyRange rows) {}

  /** Makes the keys of an IN with a long list; empty for any other predicate. */
  static Optional<ListedKeys> of(Expression predicate, TableLayout table, KeySpace space) {
    if (!isLong(predicate)) {
      return Optional.empty();
    }
    TypedCall call = TypedCall.of(predicate);
    return space
        .predicates()
        .listedColumn(call)
        .flatMap(column -> of(predicate, column, table, space));
  }

  private static Optional<ListedKeys> of(
      Expression predicate, KeyColumn column, TableLayout table, KeySpace space) {
    Stream<Constant> known =
        TypedCall.of(predicate).listedConstants().filter(constant -> !constant.isNull());
    List<RangeSet> values = column.equalToEach(known);
    int part = space.segments().indexOf(column);
    int first = space.prefixes().isPresent() ? 1 : 0;
    if (part > first) {
      // Row keys of a group need not begin alike.
      return table.hasColumnar()
          ? Optional.empty()
          : Optional.of(
              new ListedKeys(
                  predicate,
                  space.segments().subList(0, part),
                  sorted(values, value -> List.of(hull(column, value)))));
    }
    if (first == 0) {
      return Optional.of(
          new ListedKeys(
              predicate,
              List.of(),
              sorted(values, value -> List.of(KeyRanges.rowsOf(hull(column, value), table)))));
    }
    return values.size() > PrefixedBoxes.MAX_COMBINATIONS
        ? Optional.empty()
        : Optional.of(
            new ListedKeys(
                predicate,
                List.of(),
                sorted(values, value -> space.rowsWith(part, value, table).ranges())));
  }

  private static List<Listed> sorted(
      List<RangeSet> values, Function<RangeSet, List<KeyRange>> rows) {
    return IntStream.range(0, values.size())
        .filter(i -> !values.get(i).isEmpty())
        .boxed()
        .flatMap(i -> rows.apply(values.get(i)).stream().map(range -> new Listed(i, range)))
        .sorted(Comparator.comparing(one -> one.rows().start(), Arrays::compareUnsigned))
        .toList();
  }

  /** Whether a predicate is an IN over so many values. */
  static boolean isLong(Expression predicate) {
    return predicate.hasCall()
        && predicate.getCall().getFunction() == org.apache.spark.sql.hbase.wire.proto.Function.IN
        && predicate.getCall().getArgumentsCount() == 2
        && predicate.getCall().getArguments(1).hasValues()
        && size(predicate.getCall().getArguments(1).getValues()) >= MIN_VALUES;
  }

  private static int size(Values values) {
    return values.getIntegersCount()
        + values.getFloatingsCount()
        + values.getBinariesCount()
        + values.getDecimalsCount();
  }

  private static KeyRange hull(KeyColumn column, RangeSet value) {
    List<KeyRange> ranges = value.or(column.atEndOfKey(value)).ranges();
    return new KeyRange(ranges.get(0).start(), ranges.get(ranges.size() - 1).stop());
  }

  /**
   * The list with the values that the HBase rows {@code [startRow, stopRow)} can hold, and with
   * NULL if it is there; with one value at least.
   *
   * @param stopRow empty for the end of the table
   * @return the whole predicate where that is no shorter
   */
  Expression within(byte[] startRow, byte[] stopRow) {
    int from = 0;
    for (KeySegment segment : inFront) {
      from = from < 0 ? from : segment.endIn(startRow, from, startRow.length);
    }
    byte[] stop = stopRow.length == 0 ? null : stopRow;
    if (from < 0) {
      return whole;
    }
    if (from > 0) {
      byte[] inFrontOfAll = Arrays.copyOf(startRow, from);
      int order = ByteStrings.compareEnds(stop, ByteStrings.afterPrefix(inFrontOfAll));
      if (order > 0 || order < 0 && !ByteStrings.startsWith(stop, inFrontOfAll)) {
        return whole;
      }
      stop = order == 0 ? null : Arrays.copyOfRange(stop, from, stop.length);
    }
    return between(Arrays.copyOfRange(startRow, from, startRow.length), stop);
  }

  /**
   * @param stop null for no end
   */
  private Expression between(byte[] start, byte[] stop) {
    int from = firstBehind(stops, start, false);
    int to = stop == null ? positions.length : firstBehind(starts, stop, true);
    Values all = whole.getCall().getArguments(1).getValues();
    int[] kept =
        from < to
            ? Arrays.stream(positions, from, to).distinct().sorted().toArray()
            : new int[] {0};
    if (kept.length >= size(all)) {
      return whole;
    }
    Expression.Builder changed = whole.toBuilder();
    changed.getCallBuilder().getArgumentsBuilder(1).setValues(only(all, kept));
    return changed.build();
  }

  /** Position of the first of these ascending ends that lies behind a row, or at it if asked. */
  private static int firstBehind(byte[][] ends, byte[] row, boolean isAtEnough) {
    int low = 0;
    int high = ends.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = ByteStrings.compareEnds(ends[middle], row);
      if (order > 0 || order == 0 && isAtEnough) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private static Values only(Values all, int[] kept) {
    Values.Builder values = Values.newBuilder().setHasNull(all.getHasNull());
    if (all.getIntegersCount() > 0) {
      values.addAllIntegers(at(all::getIntegers, kept));
    } else if (all.getFloatingsCount() > 0) {
      values.addAllFloatings(at(all::getFloatings, kept));
    } else if (all.getBinariesCount() > 0) {
      values.addAllBinaries(ListedKeys.<ByteString>at(all::getBinaries, kept));
    } else {
      values.addAllDecimals(ListedKeys.<ByteString>at(all::getDecimals, kept));
    }
    return values.build();
  }

  private static <T> List<T> at(IntFunction<T> values, int[] positions) {
    return Arrays.stream(positions).mapToObj(values).toList();
  }
}
