package peers;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/** The plain table as a user of HBase's client reads it: qualifiers, and the two key columns. */
final class Lineitem {
  static final byte[] FAMILY = Bytes.toBytes("d");
  static final byte[] PARTKEY = Bytes.toBytes("l_partkey");
  static final byte[] SUPPKEY = Bytes.toBytes("l_suppkey");
  static final byte[] QUANTITY = Bytes.toBytes("l_quantity");
  static final byte[] EXTENDEDPRICE = Bytes.toBytes("l_extendedprice");
  static final byte[] DISCOUNT = Bytes.toBytes("l_discount");
  static final byte[] TAX = Bytes.toBytes("l_tax");
  static final byte[] RETURNFLAG = Bytes.toBytes("l_returnflag");
  static final byte[] LINESTATUS = Bytes.toBytes("l_linestatus");
  static final byte[] SHIPDATE = Bytes.toBytes("l_shipdate");

  private Lineitem() {}

  /**
   * The first key column: eight bytes with the sign bit flipped, so that negative ones sort first.
   */
  static long orderkey(byte[] row) {
    return Bytes.toLong(row, 0) ^ Long.MIN_VALUE;
  }

  static int linenumber(byte[] row) {
    return Bytes.toInt(row, Long.BYTES) ^ Integer.MIN_VALUE;
  }

  /** The least row key of an order. */
  static byte[] firstRow(long orderkey) {
    return Bytes.toBytes(orderkey ^ Long.MIN_VALUE);
  }

  static long longOf(Result result, byte[] qualifier) {
    Cell cell = result.getColumnLatestCell(FAMILY, qualifier);
    return Bytes.toLong(cell.getValueArray(), cell.getValueOffset());
  }

  static int dayOf(Result result, byte[] qualifier) {
    Cell cell = result.getColumnLatestCell(FAMILY, qualifier);
    return Bytes.toInt(cell.getValueArray(), cell.getValueOffset());
  }

  static String textOf(Result result, byte[] qualifier) {
    Cell cell = result.getColumnLatestCell(FAMILY, qualifier);
    return Bytes.toString(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
  }
}
