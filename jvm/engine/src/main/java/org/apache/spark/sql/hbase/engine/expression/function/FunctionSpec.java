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
 * @param compilation makes the expression of a call of these types
 */
public record FunctionSpec(
    Function function,
    Types types,
    Errors errors,
    Nulls nulls,
    Growth growth,
    Arguments arguments,
    Compilation compilation) {

  /** Makes the expression of a call that the types of the function include. */
  @FunctionalInterface
  public interface Compilation {
    VectorExpression compile(TypedCall call, Operands operands);
  }
}
