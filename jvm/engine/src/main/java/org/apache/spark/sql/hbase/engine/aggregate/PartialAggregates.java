package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.SqlTypes;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.PlanException;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;

/** Finds the implementation of an aggregate call. */
public final class PartialAggregates {
  private PartialAggregates() {}

  /**
   * A new aggregate without groups.
   *
   * @throws PlanException UNSUPPORTED_FUNCTION for a function, argument type or mode that the
   *     engine does not have; INVALID_PLAN where the state columns are not those that the producer
   *     expects
   */
  public static PartialAggregate of(AggregateCall call) {
    PartialAggregate aggregate = find(call);
    List<SqlType> expected = call.getStateTypesList().stream().map(SqlTypes::of).toList();
    if (!aggregate.stateTypes().equals(expected)) {
      throw new PlanException(
          ErrorCode.INVALID_PLAN,
          "the aggregate's state columns are not those that the sub-plan expects. Use client and server of one version",
          "function",
          call.getFunction(),
          "expected",
          expected,
          "actual",
          aggregate.stateTypes());
    }
    return aggregate;
  }

  private static PartialAggregate find(AggregateCall call) {
    if (call.getFunction() == AggregateFunction.COUNT) {
      return new CountAggregate();
    }
    SqlType argument = SqlTypes.of(call.getArguments(0).getType());
    return switch (call.getFunction()) {
      case SUM -> sum(call, argument);
      case AVG -> avg(call, argument);
      case MIN -> extreme(call, Extreme.MIN, argument);
      case MAX -> extreme(call, Extreme.MAX, argument);
      default -> throw unsupported(call, argument);
    };
  }

  private static PartialAggregate sum(AggregateCall call, SqlType argument) {
    return switch (argument.kind()) {
      case TINYINT, SMALLINT, INT, BIGINT -> sumOfIntegers(call, argument);
      case FLOAT, DOUBLE -> new SumDoubleAggregate();
      case DECIMAL -> new SumDecimalAggregate(argument);
      default -> throw unsupported(call, argument);
    };
  }

  /** Spark's {@code try_sum} of integers has another buffer, so TRY is not the same function. */
  private static PartialAggregate sumOfIntegers(AggregateCall call, SqlType argument) {
    if (call.getEvalMode() == EvalMode.ANSI) {
      return SumLongAggregate.ansi();
    }
    if (call.getEvalMode() == EvalMode.LEGACY) {
      return SumLongAggregate.legacy();
    }
    throw unsupported(call, argument);
  }

  private static PartialAggregate avg(AggregateCall call, SqlType argument) {
    return switch (argument.kind()) {
      case TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE -> new AvgDoubleAggregate(argument);
      case DECIMAL -> new AvgDecimalAggregate(argument);
      default -> throw unsupported(call, argument);
    };
  }

  private static PartialAggregate extreme(AggregateCall call, Extreme extreme, SqlType argument) {
    if (argument.isNested()) {
      throw unsupported(call, argument);
    }
    return switch (argument.physical()) {
      case LONG -> new ExtremeLongAggregate(extreme, argument);
      case DOUBLE -> new ExtremeDoubleAggregate(extreme, argument);
      case DECIMAL128 -> new ExtremeDecimalAggregate(extreme, argument);
      case BYTES -> new ExtremeBytesAggregate(extreme, argument);
    };
  }

  private static PlanException unsupported(AggregateCall call, SqlType argument) {
    return new PlanException(
        ErrorCode.UNSUPPORTED_FUNCTION,
        "the engine does not compute this aggregate for this argument type and mode. Aggregate in Spark",
        "function",
        call.getFunction(),
        "argument",
        argument,
        "evalMode",
        call.getEvalMode());
  }
}
