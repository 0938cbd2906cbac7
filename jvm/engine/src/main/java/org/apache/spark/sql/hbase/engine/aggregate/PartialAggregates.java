package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.Expression;

/** Finds the implementation of an aggregate call. */
public final class PartialAggregates {
  private PartialAggregates() {}

  /**
   * A new aggregate for an aggregation with group columns; without groups in it yet.
   *
   * @throws PlanException UNSUPPORTED_FUNCTION for a function, argument type or mode that the
   *     engine does not have. INVALID_PLAN where the state columns are not those that the producer
   *     expects
   */
  public static PartialAggregate ofGroups(AggregateCall call) {
    return checked(call, find(call, true));
  }

  /**
   * A new aggregate for an aggregation without group columns. Its sums of DECIMAL need not fit at
   * each step, only in the end.
   *
   * @throws PlanException as {@link #ofGroups}
   */
  public static PartialAggregate ofAllRows(AggregateCall call) {
    return checked(call, find(call, false));
  }

  /** The arguments that have a value per row, in order; the others are parameters. */
  public static List<Expression> rowArguments(AggregateCall call) {
    int count =
        call.getFunction() == AggregateFunction.APPROX_COUNT_DISTINCT
            ? 1
            : call.getArgumentsCount();
    return call.getArgumentsList().subList(0, count);
  }

  /**
   * Whether rows that come again leave the state of the call as it is.
   *
   * @throws PlanException UNSUPPORTED_FUNCTION as {@link #ofGroups}
   */
  public static boolean takesRepeatedRows(AggregateCall call) {
    return find(call, true).takesRepeatedRows();
  }

  private static PartialAggregate checked(AggregateCall call, PartialAggregate aggregate) {
    List<SqlType> expected = call.getStateTypesList().stream().map(SqlTypes::of).toList();
    if (!aggregate.stateTypes().equals(expected)) {
      throw new PlanException(
          ErrorCode.INVALID_PLAN,
          "The aggregate's state columns are not those that the sub-plan expects. Use client and server of one version.",
          "function",
          call.getFunction(),
          "expected",
          expected,
          "actual",
          aggregate.stateTypes());
    }
    return aggregate;
  }

  private static PartialAggregate find(AggregateCall call, boolean isGrouped) {
    List<SqlType> arguments =
        call.getArgumentsList().stream().map(argument -> SqlTypes.of(argument.getType())).toList();
    boolean hasNested = arguments.stream().anyMatch(SqlType::isNested);
    if (hasNested && call.getFunction() != AggregateFunction.COUNT) {
      throw unsupported(call);
    }
    return switch (call.getFunction()) {
      case COUNT -> new CountAggregate();
      case SUM -> sum(call, arguments.get(0), isGrouped);
      case AVG -> avg(call, arguments.get(0), isGrouped);
      case MIN -> ExtremeAggregate.min(arguments.get(0));
      case MAX -> ExtremeAggregate.max(arguments.get(0));
      case BIT_AND -> bitwise(call, BitwiseAggregate.Operation.AND, arguments.get(0));
      case BIT_OR -> bitwise(call, BitwiseAggregate.Operation.OR, arguments.get(0));
      case BIT_XOR -> bitwise(call, BitwiseAggregate.Operation.XOR, arguments.get(0));
      case FIRST -> EdgeAggregate.first(arguments.get(0));
      case FIRST_NOT_NULL -> EdgeAggregate.firstNotNull(arguments.get(0));
      case LAST -> EdgeAggregate.last(arguments.get(0));
      case LAST_NOT_NULL -> EdgeAggregate.lastNotNull(arguments.get(0));
      case MIN_BY -> ExtremeByAggregate.minBy(arguments.get(0), arguments.get(1));
      case MAX_BY -> ExtremeByAggregate.maxBy(arguments.get(0), arguments.get(1));
      case VARIANCE, SKEWNESS, KURTOSIS, COVARIANCE, CORRELATION, REGRESSION ->
          moments(call, arguments);
      case APPROX_COUNT_DISTINCT -> hyperLogLog(call, arguments);
      case AGGREGATE_FUNCTION_UNSPECIFIED, UNRECOGNIZED ->
          throw new IllegalStateException("a validated sub-plan names every aggregate function");
    };
  }

  private static PartialAggregate sum(AggregateCall call, SqlType argument, boolean isGrouped) {
    return switch (argument.kind()) {
      case TINYINT, SMALLINT, INT, BIGINT -> sumOfIntegers(call);
      case FLOAT, DOUBLE ->
          new SumAggregate(new DoubleSums(argument), SumAggregate.EmptySum.IS_NULL);
      case DECIMAL ->
          new SumAggregate(sumsOfDecimals(argument, isGrouped), SumAggregate.EmptySum.IS_FLAGGED);
      default -> throw unsupported(call);
    };
  }

  private static PartialAggregate sumOfIntegers(AggregateCall call) {
    return switch (call.getEvalMode()) {
      case ANSI ->
          new SumAggregate(new LongSums(LongSums.Overflow.RAISES), SumAggregate.EmptySum.IS_NULL);
      case LEGACY ->
          new SumAggregate(new LongSums(LongSums.Overflow.WRAPS), SumAggregate.EmptySum.IS_NULL);
      case TRY ->
          new SumAggregate(
              new LongSums(LongSums.Overflow.IS_NULL), SumAggregate.EmptySum.IS_FLAGGED);
      default -> throw unsupported(call);
    };
  }

  private static PartialAggregate avg(AggregateCall call, SqlType argument, boolean isGrouped) {
    return switch (argument.kind()) {
      case TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE ->
          new SumAggregate(new DoubleSums(argument), SumAggregate.EmptySum.IS_COUNTED);
      case DECIMAL ->
          new SumAggregate(sumsOfDecimals(argument, isGrouped), SumAggregate.EmptySum.IS_COUNTED);
      default -> throw unsupported(call);
    };
  }

  private static GroupSums sumsOfDecimals(SqlType argument, boolean isGrouped) {
    return isGrouped && !DecimalSums.hasTenExtraDigits(argument)
        ? new BoundedDecimalSums(argument)
        : new DecimalSums(argument);
  }

  private static PartialAggregate bitwise(
      AggregateCall call, BitwiseAggregate.Operation operation, SqlType argument) {
    return switch (argument.kind()) {
      case TINYINT, SMALLINT, INT, BIGINT -> new BitwiseAggregate(operation, argument);
      default -> throw unsupported(call);
    };
  }

  /** Spark casts the arguments of all of them to DOUBLE. */
  private static PartialAggregate moments(AggregateCall call, List<SqlType> arguments) {
    if (!arguments.stream().allMatch(SqlType.DOUBLE::equals)) {
      throw unsupported(call);
    }
    return switch (call.getFunction()) {
      case VARIANCE -> new CentralMomentAggregate(2);
      case SKEWNESS -> new CentralMomentAggregate(3);
      case KURTOSIS -> new CentralMomentAggregate(4);
      case COVARIANCE -> ComomentAggregate.covariance();
      case CORRELATION -> ComomentAggregate.correlation();
      case REGRESSION -> ComomentAggregate.regression();
      default -> throw unsupported(call);
    };
  }

  private static PartialAggregate hyperLogLog(AggregateCall call, List<SqlType> arguments) {
    Expression indexBits = call.getArguments(1);
    if (!arguments.get(1).equals(SqlType.INT) || !indexBits.hasLiteral()) {
      throw unsupported(call);
    }
    long bits = indexBits.getLiteral().getInteger();
    if (bits < HyperLogLogAggregate.MIN_INDEX_BITS || bits > HyperLogLogAggregate.MAX_INDEX_BITS) {
      throw new PlanException(
          ErrorCode.UNSUPPORTED_FUNCTION,
          "The engine does not count distinct values with so many registers. Aggregate in Spark.",
          "indexBits",
          bits,
          "limit",
          HyperLogLogAggregate.MAX_INDEX_BITS);
    }
    return new HyperLogLogAggregate((int) bits);
  }

  private static PlanException unsupported(AggregateCall call) {
    return new PlanException(
        ErrorCode.UNSUPPORTED_FUNCTION,
        "The engine does not compute this aggregate for these argument types and this mode. Aggregate in Spark.",
        "function",
        call.getFunction(),
        "arguments",
        call.getArgumentsList().stream().map(argument -> SqlTypes.of(argument.getType())).toList(),
        "evalMode",
        call.getEvalMode());
  }
}
