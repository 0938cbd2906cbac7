/**
 * Rows held by column. Sources fill a {@code ColumnBatch}, operators pass it on, and {@code
 * SelectedRows} names the rows that are still wanted. Arrays are reused from batch to batch.
 */
package org.apache.spark.sql.hbase.engine.batch;
