package org.apache.spark.sql.hbase.plan.push

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.optimizer.NormalizeNaNAndZero

/** Keys of groups and joins, for which Spark makes all NaNs one and -0.0 the same as 0.0. The engine does so by itself. */
private[plan] object FloatingKeys {

  def withoutNormalisation(key: Expression): Expression = key.transformDown {
    case KnownFloatingPointNormalized(NormalizeNaNAndZero(child)) => child
    // Of a struct that can be NULL: else its fields, each normalised.
    case KnownFloatingPointNormalized(If(IsNull(struct), _, _)) => struct
    case KnownFloatingPointNormalized(struct: CreateNamedStruct) => struct
  }
}
