package org.apache.spark.sql.hbase.coprocessor.scan;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.spark.sql.hbase.wire.ScanAttributes;

/** Cells of our own. */
final class Cells {
  private static final byte[] FRAME_FAMILY = ScanAttributes.frameFamily();
  private static final byte[] FRAME_QUALIFIER = ScanAttributes.frameQualifier();

  private Cells() {}

  /**
   * The only cell of the Result that carries a frame. The arrays are taken over: HBase sends them
   * later.
   */
  static Cell ofFrame(byte[] row, byte[] frame) {
    return CellBuilderFactory.create(CellBuilderType.SHALLOW_COPY)
        .setRow(row)
        .setFamily(FRAME_FAMILY)
        .setQualifier(FRAME_QUALIFIER)
        .setTimestamp(0)
        .setType(Cell.Type.Put)
        .setValue(frame)
        .build();
  }

  /** A copy on the heap, without tags. */
  static Cell copy(Cell cell) {
    return CellBuilderFactory.create(CellBuilderType.SHALLOW_COPY)
        .setRow(CellUtil.cloneRow(cell))
        .setFamily(CellUtil.cloneFamily(cell))
        .setQualifier(CellUtil.cloneQualifier(cell))
        .setTimestamp(cell.getTimestamp())
        .setType(cell.getType())
        .setValue(CellUtil.cloneValue(cell))
        .build();
  }
}
