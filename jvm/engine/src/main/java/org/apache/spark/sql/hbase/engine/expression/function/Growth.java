package org.apache.spark.sql.hbase.engine.expression.function;

import java.util.function.ToLongFunction;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;

/**
 * The bounds for the length of a function's results, for functions with results of variable length.
 * Bears calls that are not computed.
 *
 * <p>A byte that is no UTF-8 becomes the three bytes of U+FFFD in functions that decode their text.
 * A letter has at most three times as many bytes in the other case.
 */
@FunctionalInterface
public interface Growth {
  /** Bytes of the result for each byte of a text that the function decodes. */
  int DECODED = 3;

  int MAX_CODE_POINT_BYTES = 4;

  /** Digests, dates, numbers and the like as text. */
  int SHORT_TEXT_BYTES = 128;

  /** The function makes no values of variable length; a call that would is refused. */
  Growth FIXED =
      call -> {
        throw unbounded(call);
      };

  /** One of the arguments, a part of one, or all of them together. */
  Growth OF_ALL = call -> ResultGrowth.of(call, 0, i -> 1);

  /**
   * Bounds the value of a call whose result is of variable length.
   *
   * @throws PlanException UNSUPPORTED_FUNCTION if the function makes no such values
   */
  ResultGrowth of(TypedCall call);

  /** So many bytes, whatever the arguments. */
  static Growth constant(long bytes) {
    return call -> ResultGrowth.of(call, bytes, i -> 0);
  }

  /** So many bytes, by the literals of the call. */
  static Growth constant(ToLongFunction<TypedCall> bytes) {
    return call -> ResultGrowth.of(call, bytes.applyAsLong(call), i -> 0);
  }

  /** The first argument so many times, and some bytes. */
  static Growth ofFirst(long factor, long constantBytes) {
    return call -> ResultGrowth.of(call, constantBytes, i -> i == 0 ? factor : 0);
  }

  /** The first argument as many times as the literals of the call say. */
  static Growth ofFirst(ToLongFunction<TypedCall> factor) {
    return call -> {
      long times = factor.applyAsLong(call);
      return ResultGrowth.of(call, 0, i -> i == 0 ? times : 0);
    };
  }

  /** The value of an argument that is an integer literal; else 1. */
  static long number(TypedCall call, int argument) {
    return argument < call.argumentCount() && call.isValue(argument)
        ? Math.min(Integer.MAX_VALUE, call.call().getArguments(argument).getLiteral().getInteger())
        : 1;
  }

  /** The bytes of an argument that is a text literal; else 0. */
  static long textBytes(TypedCall call, int argument) {
    return argument < call.argumentCount() && call.isValue(argument)
        ? call.call().getArguments(argument).getLiteral().getBinary().size()
        : 0;
  }

  /** The refusal of a call whose results have no bound. */
  static PlanException unbounded(TypedCall call) {
    return new PlanException(
        ErrorCode.UNSUPPORTED_FUNCTION,
        "This version does not compute an expression of the sub-plan. Evaluate it in Spark, or use a newer server.",
        "reason",
        call.describe() + " is not computed here");
  }
}
