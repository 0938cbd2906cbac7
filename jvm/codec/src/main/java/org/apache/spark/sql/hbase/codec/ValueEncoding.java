package org.apache.spark.sql.hbase.codec;

/**
 * How one value is written as bytes; chosen per column. docs/FORMAT.md, "Values", specifies each.
 */
public enum ValueEncoding {
  /** Big-endian; byte order equals value order. The encoding of the tables that we create. */
  ORDERED,
  /** What {@code org.apache.hadoop.hbase.util.Bytes.toBytes} writes. */
  HBASE,
  /** The value's text in UTF-8. Not for BINARY. */
  TEXT
}
