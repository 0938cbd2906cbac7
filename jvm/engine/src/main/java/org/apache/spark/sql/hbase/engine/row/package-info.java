/**
 * From the cells of a row to a row of a column batch, whatever the source and whatever the table's
 * layout.
 */
package org.apache.spark.sql.hbase.engine.row;
