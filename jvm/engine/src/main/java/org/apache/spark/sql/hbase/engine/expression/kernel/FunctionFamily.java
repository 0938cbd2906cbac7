package org.apache.spark.sql.hbase.engine.expression.kernel;

import java.util.Set;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * Functions that belong together: for which types they are computed, by which expressions, and
 * which calls can raise an error. Stateless, shared by all threads.
 */
public interface FunctionFamily {
  /** No function is in two families. */
  Set<Function> functions();

  /**
   * Whether the call is computed exactly as Spark computes it. Looks at the call itself, not into
   * its arguments, and must bear any number and type of them.
   */
  boolean supports(TypedCall call);

  /** The expression of a call that the family {@link #supports}. */
  VectorExpression compile(TypedCall call, Operands operands);

  /**
   * True if some row can make the call itself, not its arguments, raise an error. True for
   * functions that nobody has thought of, because conditions are moved in front of those that never
   * raise.
   */
  boolean mayRaise(TypedCall call);

  /**
   * True if the call makes Java strings of each value of an argument, a table or a copy: memory for
   * one row at a time, at most 16 bytes for each of the value's. True for functions that nobody has
   * thought of, because memory is planned by it.
   */
  boolean copies(TypedCall call, int argument);

  /**
   * True if {@link #compile} takes a literal argument as a constant, which may then be long. False
   * is safe: then the literal is spread over a vector and counted.
   */
  default boolean takesConstant(TypedCall call, int argument) {
    return false;
  }
}
