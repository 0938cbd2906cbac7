package org.apache.spark.sql.hbase.codec.types;

/** The way in which a value is written as bytes; chosen per column. */
public enum ValueEncoding {
  /** Big-endian; byte order equals value order. The encoding of the tables that we create. */
  ORDERED,
  /** The bytes that {@code org.apache.hadoop.hbase.util.Bytes.toBytes} writes. */
  HBASE,
  /** The value's text in UTF-8. Not for BINARY. */
  TEXT,
  /** STRUCT, ARRAY and MAP in our binary form. Their encoding in the tables that we create. */
  NESTED,
  /** STRUCT, ARRAY and MAP as one JSON text in UTF-8. */
  JSON,
  /** STRUCT, ARRAY and MAP in Avro's binary encoding, without a header. */
  AVRO,
  /**
   * The bytes that Apache Phoenix writes for its type of this name; byte order equals value order.
   */
  PHOENIX,
  /** Texts of other programs: written as TEXT, read as Spark's CAST reads them. Not for BINARY. */
  CAST_TEXT;

  /** Whether the order of bytes is that of values, for every type that it encodes. */
  public boolean keepsOrder() {
    return this == ORDERED || this == PHOENIX;
  }
}
