/**
 * Row keys: their parts, the forms of parts, prefixes that spread them, and the hash of columns.
 * {@code RowKeyCodec} is the entrance.
 */
package org.apache.spark.sql.hbase.codec.rowkey;
