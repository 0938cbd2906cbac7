package org.apache.spark.sql.hbase.coprocessor;

import org.apache.hadoop.hbase.client.Result;
import org.apache.spark.sql.hbase.wire.proto.Operator;

/** A condition on the number of one family of a {@link CellsTable}, which may be NULL. */
interface NumberCondition {
  byte[] family();

  /** Tells whether the row of a plain scan meets the condition, as a client finds it. */
  boolean accepts(Result row);

  /**
   * Makes the condition a filter of a sub-plan.
   *
   * @param column position of the number in the table
   */
  Operator filter(int column);
}
