package org.apache.spark.sql.hbase.engine.keyrange;

import com.google.protobuf.ByteString;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.engine.expression.kernel.Constant;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.Values;

/**
 * A long list of values for the first column of the row key, and which of them parts of a table can
 * hold. Immutable and thread-safe.
 */
final class ListedKeys {
  /** A shorter list costs less than to search it. */
  static final int MIN_VALUES = 16;

  private final Expression whole;

  /** Positions in the list of the values that row keys can hold, in the order of row keys. */
  private final int[] positions;

  /** The HBase rows of these values: where they start, and where all up to them have ended. */
  private final byte[][] starts;

  private final byte[][] stops;

  private ListedKeys(Expression whole, List<Listed> sorted) {
    this.whole = whole;
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

  private record Listed(int position, KeyRange rows) {}

  /** Of an IN over a list that is worth it; empty for any other predicate. */
  static Optional<ListedKeys> of(Expression predicate, TableLayout table, KeySpace space) {
    if (!isLong(predicate)) {
      return Optional.empty();
    }
    TypedCall call = TypedCall.of(predicate);
    return space
        .predicates()
        .firstColumn(call)
        .map(column -> new ListedKeys(predicate, sorted(column, call, table)));
  }

  private static List<Listed> sorted(KeyColumn column, TypedCall call, TableLayout table) {
    Stream<Constant> known = call.listedConstants().filter(constant -> !constant.isNull());
    List<RangeSet> values = column.equalToEach(known);
    return IntStream.range(0, values.size())
        .filter(i -> !values.get(i).isEmpty())
        .mapToObj(i -> new Listed(i, rows(values.get(i), table)))
        .sorted(Comparator.comparing(one -> one.rows().start(), Arrays::compareUnsigned))
        .toList();
  }

  /** Whether a predicate is an IN over so many values. */
  static boolean isLong(Expression predicate) {
    return predicate.hasCall()
        && predicate.getCall().getFunction() == Function.IN
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

  private static KeyRange rows(RangeSet value, TableLayout table) {
    List<KeyRange> ranges = value.ranges();
    KeyRange hull = new KeyRange(ranges.get(0).start(), ranges.get(ranges.size() - 1).stop());
    return KeyRanges.rowsOf(hull, table);
  }

  /**
   * The list with the values that the HBase rows {@code [startRow, stopRow)} can hold, and with
   * NULL if it is there; with one value at least.
   *
   * @param stopRow empty for the end of the table
   * @return the whole predicate where that is no shorter
   */
  Expression within(byte[] startRow, byte[] stopRow) {
    int from = firstBehind(stops, startRow, false);
    int to = stopRow.length == 0 ? positions.length : firstBehind(starts, stopRow, true);
    Values all = whole.getCall().getArguments(1).getValues();
    if (to - from >= size(all)) {
      return whole;
    }
    int[] kept = from < to ? Arrays.copyOfRange(positions, from, to) : new int[] {0};
    Arrays.sort(kept);
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
