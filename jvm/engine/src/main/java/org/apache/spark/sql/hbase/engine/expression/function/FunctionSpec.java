package org.apache.spark.sql.hbase.engine.expression.function;

import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * All that the engine knows about a function. No part has a default: the region server's memory and
 * the order of Spark's errors rest on each of them. Stateless, shared by all threads.
 *
 * @param types the calls that are computed exactly as Spark computes them
 * @param errors the calls that can raise an error, themselves and not their arguments
 * @param nulls what NULL among the arguments makes of the result
 * @param growth the length of a result of variable length
 * @param arguments what a call takes of its arguments besides their values
 * @param javaUse the rules of Java that a call takes
 * @param compilation makes the expression of a call of these types
 */
public record FunctionSpec(
    Function function,
    Types types,
    Errors errors,
    Nulls nulls,
    Growth growth,
    Arguments arguments,
    JavaUse javaUse,
    Compilation compilation) {

  /**
   * A function of the values of its arguments alone: NULL if one of them is, with results of fixed
   * length.
   */
  public static FunctionSpec ofValues(
      Function function, Types types, Errors errors, JavaUse javaUse, Compilation compilation) {
    return new FunctionSpec(
        function,
        types,
        errors,
        Nulls.OF_ANY_ARGUMENT,
        Growth.FIXED,
        Arguments.PLAIN,
        javaUse,
        compilation);
  }

  /** Makes the expression of a call that the types of the function include. */
  @FunctionalInterface
  public interface Compilation {
    VectorExpression compile(TypedCall call, Operands operands);
  }
}
