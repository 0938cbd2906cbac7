package org.apache.spark.sql.hbase

/**
 * Writing rows. Package `encode` makes the cells of a row: one Put, with the delete markers of its NULLs, which
 * region servers store in one step. `MutationSender` sends them, all with the one time that `JobClock` gave the
 * statement. A task that fails sends nothing more and reports what it had sent. `RowDeletion` deletes rows of
 * exact conditions where they are found; `HBaseDeltaWriter` writes the rows of UPDATE and MERGE, after a shuffle
 * by row key. `ShapeCheck` stops a write whose table has changed.
 */
package object write
