package org.apache.spark.sql.hbase.engine.expression.kernel;

import java.util.List;
import java.util.function.Supplier;

/**
 * The arguments of a call, compiled when asked for: a family that takes an argument as a constant
 * does not ask. Each call compiles anew, so ask once per argument.
 */
public interface Operands {
  VectorExpression at(int argument);

  /** All arguments, in order. */
  List<VectorExpression> all();

  /**
   * Returns the object that the call makes of its constants, made once for all runners of the
   * sub-plan.
   */
  <T extends SharedConstant> T shared(Class<T> type, Supplier<T> make);

  /** For expressions that may take long for a single value. */
  WorkLimit limit();
}
