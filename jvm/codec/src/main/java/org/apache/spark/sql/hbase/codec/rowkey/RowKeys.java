package org.apache.spark.sql.hbase.codec.rowkey;

/** Row keys as byte strings in the order of HBase: byte by byte, unsigned, shorter ones first. */
public final class RowKeys {
  /** Bytes of the longest row key that HBase stores. */
  public static final int MAX_BYTES = Short.MAX_VALUE;

  private RowKeys() {}

  /**
   * Returns the first row key behind another one: no row key lies between them. A fresh array.
   *
   * @param row not the empty row key, where that stands for the start or the end of a table
   */
  public static byte[] after(byte[] row) {
    return after(row, row.length);
  }

  /** Returns the first row key behind the first {@code length} bytes of an array. A fresh array. */
  public static byte[] after(byte[] row, int length) {
    byte[] after = new byte[length + 1];
    System.arraycopy(row, 0, after, 0, length);
    return after;
  }
}
