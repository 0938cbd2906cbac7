package org.apache.spark.sql.hbase.coprocessor.direct.format;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.io.WritableUtils;

/** A block of cells in memory, in an array that does not begin with it. Nothing is read. */
final class OneBlock extends CellBlocks {
  static final int BEFORE = 3;

  /** The places of the rows. */
  final List<Integer> rowStarts = new ArrayList<>();

  /**
   * @param rows the cells of each
   */
  OneBlock(List<List<KeyValue>> rows, boolean hasTags, boolean hasSequenceIds) throws IOException {
    super(new Path("file"), hasTags, hasSequenceIds);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(new byte[BEFORE]);
    for (List<KeyValue> row : rows) {
      rowStarts.add(out.size());
      for (KeyValue cell : row) {
        write(cell, out);
      }
    }
    start = BEFORE;
    end = out.size();
    out.writeBytes(new byte[2 * Long.BYTES]);
    bytes = out.toByteArray();
  }

  private void write(KeyValue cell, ByteArrayOutputStream out) throws IOException {
    cell.write(out, hasTags);
    if (hasTags && cell.getTagsLength() == 0) {
      out.writeBytes(new byte[Short.BYTES]);
    }
    if (hasSequenceIds) {
      WritableUtils.writeVLong(new DataOutputStream(out), cell.getSequenceId());
    }
  }

  /** The bytes of all cells. */
  byte[] cells() {
    return Arrays.copyOfRange(bytes, start, end);
  }

  @Override
  public boolean first() {
    throw new AssertionError();
  }

  @Override
  public Sought seek(byte[] row) {
    throw new AssertionError();
  }

  @Override
  public boolean next() {
    throw new AssertionError();
  }
}
