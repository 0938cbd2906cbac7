package org.apache.spark.sql.hbase.engine.analysis;

import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.LeadingConjuncts;
import org.apache.spark.sql.hbase.engine.expression.SupportedExpressions;
import org.apache.spark.sql.hbase.engine.expression.comparison.ComparisonFunctions;
import org.apache.spark.sql.hbase.engine.expression.kernel.Constant;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.pattern.PatternFunctions;
import org.apache.spark.sql.hbase.engine.row.ColumnRange;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;

/**
 * Ranges outside of which no row passes the leading Filters of a sub-plan, so that a decoder may
 * leave such rows out. The Filters still run on the others: a range may be wider than its
 * predicate. Only {@link LeadingConjuncts} count.
 */
public final class ColumnRanges {
  private final SortedMap<Integer, ColumnRange> ranges = new TreeMap<>();

  private ColumnRanges() {}

  /** At most one range per column of the table. */
  public static List<ColumnRange> of(List<Operator> operators) {
    ColumnRanges ranges = new ColumnRanges();
    LeadingConjuncts.of(operators).stream()
        .filter(Expression::hasCall)
        .forEach(conjunct -> ranges.addRange(TypedCall.of(conjunct)));
    return List.copyOf(ranges.ranges.values());
  }

  /**
   * Finds the ranges in any operators, by their conjuncts that compare a column with constants. The
   * operators between them are not looked at, so the ranges must not leave out rows.
   */
  public static List<ColumnRange> ofComparisons(List<Operator> operators) {
    ColumnRanges ranges = new ColumnRanges();
    LeadingConjuncts.all(operators)
        .filter(ColumnRanges::hasNoInnerCall)
        .filter(conjunct -> SupportedExpressions.refusal(conjunct).isEmpty())
        .forEach(conjunct -> ranges.addRange(TypedCall.of(conjunct)));
    return List.copyOf(ranges.ranges.values());
  }

  private static boolean hasNoInnerCall(Expression conjunct) {
    return conjunct.hasCall()
        && conjunct.getCall().getArgumentsList().stream().noneMatch(Expression::hasCall)
        && PatternFunctions.patternSize(TypedCall.of(conjunct)) == 0;
  }

  private void addRange(TypedCall call) {
    if (call.function() == Function.IS_NOT_NULL && isRangedColumn(call, 0)) {
      add(ColumnRange.notNull(column(call, 0)));
    } else if (call.function() == Function.IN && isRangedColumn(call, 0)) {
      addList(call);
    } else if (call.argumentCount() == 2) {
      if (isRangedColumn(call, 0) && call.isValue(1)) {
        addComparison(call.function(), column(call, 0), bound(call.constant(1)));
      } else if (isRangedColumn(call, 1) && call.isValue(0)) {
        addComparison(
            ComparisonFunctions.mirrored(call.function()),
            column(call, 1),
            bound(call.constant(0)));
      }
    }
  }

  /** NULL in the list makes no row pass. */
  private void addList(TypedCall call) {
    LongSummaryStatistics values =
        call.listedConstants()
            .filter(constant -> !constant.isNull())
            .mapToLong(ColumnRanges::bound)
            .summaryStatistics();
    add(new ColumnRange(column(call, 0), values.getMin(), values.getMax()));
  }

  private void addComparison(Function function, int column, long value) {
    switch (function) {
      case EQUAL, EQUAL_NULL_SAFE -> add(new ColumnRange(column, value, value));
      case LESS_THAN, LESS_THAN_OR_EQUAL -> add(new ColumnRange(column, Long.MIN_VALUE, value));
      case GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          add(new ColumnRange(column, value, Long.MAX_VALUE));
      default -> {
        // Any other function of a column and a value says nothing about the column alone.
      }
    }
  }

  private void add(ColumnRange range) {
    ranges.merge(range.column(), range, ColumnRange::and);
  }

  private static boolean isRangedColumn(TypedCall call, int argument) {
    SqlType.Physical physical = call.type(argument).physical();
    return call.call().getArguments(argument).getNodeCase() == Expression.NodeCase.COLUMN
        && (physical == SqlType.Physical.LONG || physical == SqlType.Physical.DOUBLE);
  }

  private static long bound(Constant constant) {
    return constant.type().physical() == SqlType.Physical.DOUBLE
        ? ColumnRange.ordered(constant.floating())
        : constant.low();
  }

  private static int column(TypedCall call, int argument) {
    return call.call().getArguments(argument).getColumn();
  }
}
