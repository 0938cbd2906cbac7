package org.apache.spark.sql.hbase.engine.expression.kernel;

import java.util.List;

/**
 * The arguments of a call, compiled when asked for: a family that takes an argument as a constant
 * does not ask. Each call compiles anew, so ask once per argument.
 */
public interface Operands {
  VectorExpression at(int argument);

  /** All arguments, in order. */
  List<VectorExpression> all();
}
