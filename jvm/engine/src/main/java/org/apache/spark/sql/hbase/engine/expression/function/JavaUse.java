package org.apache.spark.sql.hbase.engine.expression.function;

import java.util.Set;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;

/**
 * The rules that a call takes from Java instead of from this engine, besides those of the zone that
 * it names. Bears calls that are not computed.
 */
@FunctionalInterface
public interface JavaUse {
  JavaUse NOTHING = call -> Set.of();

  JavaUse DOUBLE_FUNCTIONS = call -> Set.of(JavaRule.DOUBLE_FUNCTIONS);

  Set<JavaRule> of(TypedCall call);
}
