/**
 * Groups of rows in one HBase row, as tables in columnar layout have them. The room holds the chunk
 * with a column's values side by side, the row key of a group, and cells that lie over a chunk.
 */
package org.apache.spark.sql.hbase.codec.chunk;
