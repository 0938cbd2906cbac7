package org.apache.spark.sql.hbase.engine.expression.function;

import java.util.function.IntPredicate;

/**
 * The memory and the constants that a call needs besides the values of its arguments.
 *
 * @param copied the arguments of whose values the call makes Java strings, a table or a copy. They
 *     take memory for one row at a time, at most 16 bytes for each of the value's
 * @param constant the arguments that the call takes as constants where they are literals, which may
 *     then be long. Other literals are spread over a vector and counted
 */
public record Arguments(IntPredicate copied, IntPredicate constant) {
  private static final IntPredicate NONE = argument -> false;

  /** Only their values. */
  public static final Arguments PLAIN = new Arguments(NONE, NONE);

  /** Copies the arguments before a position, and no others. */
  public static Arguments copiedBefore(int position) {
    return new Arguments(argument -> argument < position, NONE);
  }

  /** Copies one argument. */
  public static Arguments copied(int position) {
    return new Arguments(argument -> argument == position, NONE);
  }

  /** Takes one argument as a constant. */
  public static Arguments constant(int position) {
    return PLAIN.withConstant(position);
  }

  /** Takes the arguments from a position on as constants. */
  public static Arguments constantFrom(int position) {
    return PLAIN.withConstantFrom(position);
  }

  public Arguments withConstant(int position) {
    return new Arguments(copied, argument -> argument == position);
  }

  public Arguments withConstantFrom(int position) {
    return new Arguments(copied, argument -> argument >= position);
  }
}
