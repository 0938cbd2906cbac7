package org.apache.spark.sql.hbase.engine.expression.function;

import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;

/**
 * The calls of a function for which some row raises an error. Conditions are moved in front of
 * calls that never raise one. Looks at calls that are computed.
 */
@FunctionalInterface
public interface Errors {
  Errors NEVER = call -> false;

  Errors POSSIBLE = call -> true;

  Errors IN_ANSI_MODE = TypedCall::isAnsi;

  boolean mayRaise(TypedCall call);
}
