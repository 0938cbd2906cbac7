package org.apache.spark.sql.hbase.engine.expression.kernel;

import java.util.Set;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * A family that names its plain functions. A plain function never raises an error and takes no
 * memory of its own for a row. A family overrides the answers for its other functions; a function
 * that nobody has thought of is not plain.
 */
public interface PlainFamily extends FunctionFamily {
  /** The plain functions of the family, each named by itself. */
  Set<Function> plain();

  @Override
  default boolean mayRaise(TypedCall call) {
    return !plain().contains(call.function());
  }

  @Override
  default boolean copies(TypedCall call, int argument) {
    return !plain().contains(call.function());
  }
}
