package org.apache.spark.sql.hbase.coprocessor;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.util.Bytes;

/** Makes the server take a while for each row, and keeps all rows. */
public final class PacedFilter extends FilterBase {
  private final long microsPerRow;

  public PacedFilter(long microsPerRow) {
    this.microsPerRow = microsPerRow;
  }

  @Override
  public boolean filterRowKey(Cell cell) {
    long end = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(microsPerRow);
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    return false;
  }

  @Override
  public ReturnCode filterCell(Cell cell) {
    return ReturnCode.INCLUDE;
  }

  @Override
  public byte[] toByteArray() {
    return Bytes.toBytes(microsPerRow);
  }

  /** HBase calls it in the server. */
  public static PacedFilter parseFrom(byte[] bytes) {
    return new PacedFilter(Bytes.toLong(bytes));
  }
}
