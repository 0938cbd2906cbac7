package org.apache.spark.sql.hbase.engine.operator;

import java.util.List;
import org.apache.spark.sql.hbase.wire.proto.Aggregate;
import org.apache.spark.sql.hbase.wire.proto.Expression;

/** Learns what the operators of a sub-plan make of rows, in the order of the operators. */
public interface RowUses {
  /** Rows for which the condition is not TRUE are left out. Columns stay. */
  void test(Expression predicate);

  /** The columns are replaced by the values of expressions. */
  void replace(List<Expression> values);

  /** Groups of rows become the states of functions. */
  void group(Aggregate aggregate);

  /** Rows are limited, ordered, joined or multiplied. */
  void other();
}
