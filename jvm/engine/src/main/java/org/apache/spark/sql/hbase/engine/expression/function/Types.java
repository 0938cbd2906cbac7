package org.apache.spark.sql.hbase.engine.expression.function;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;

/**
 * The calls of a function that are computed exactly as Spark computes them. Looks at the call
 * itself, not into its arguments, and bears any number and type of them.
 */
@FunctionalInterface
public interface Types {
  boolean include(TypedCall call);

  /** The calls that give the result for arguments of exactly these types. */
  static Types of(SqlType result, SqlType... arguments) {
    return call -> call.is(result, arguments);
  }

  default Types or(Types others) {
    return call -> include(call) || others.include(call);
  }

  /** Returns the condition that a call fulfils if it fulfils both conditions. */
  default Types and(Types condition) {
    return call -> include(call) && condition.include(call);
  }
}
