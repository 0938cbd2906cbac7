package org.apache.spark.sql.hbase.coprocessor.split;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilder;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.coprocessor.split.FileSample.Stretch;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.apache.spark.sql.hbase.wire.plan.PlanException;

/** Answers Gets that ask for split points. docs/FORMAT.md, "Split points". */
public final class SplitPointRequests {
  /** Bounds the answer. One query has no use for more ranges. */
  static final int MAX_RANGES = 1_024;

  private SplitPointRequests() {}

  /**
   * One cell per key, in ascending order of the keys.
   *
   * @param attribute number of ranges, as the Get brought it
   * @param isOver no more files are looked at: those that were decide
   * @throws PlanException if the attribute is not a number of ranges
   */
  public static List<Cell> answer(
      Get get, Region region, byte[] attribute, BooleanSupplier isOver) {
    int ranges = ranges(attribute);
    List<Stretch> stretches = new ArrayList<>();
    for (Store store : region.getStores()) {
      byte[] family = store.getColumnFamilyDescriptor().getName();
      if (!get.hasFamilies() || get.familySet().contains(family)) {
        addStretches(store, isOver, stretches);
      }
    }
    CellBuilder cell =
        CellBuilderFactory.create(CellBuilderType.SHALLOW_COPY)
            .setRow(get.getRow())
            .setFamily(ScanAttributes.frameFamily())
            .setQualifier(ScanAttributes.splitPointQualifier())
            .setType(Cell.Type.Put);
    List<Cell> cells = new ArrayList<>();
    for (byte[] key : SplitPointKeys.choose(region.getRegionInfo(), stretches, ranges)) {
      cells.add(cell.setValue(key).build());
    }
    return cells;
  }

  private static void addStretches(Store store, BooleanSupplier isOver, List<Stretch> stretches) {
    for (StoreFile file : store.getStorefiles()) {
      if (isOver.getAsBoolean()) {
        return;
      }
      // A compaction may just have closed it; then its rows are in another one.
      StoreFileReader reader = file instanceof HStoreFile opened ? opened.getReader() : null;
      if (reader != null) {
        stretches.addAll(FileSample.of(reader.getHFileReader()));
      }
    }
  }

  private static int ranges(byte[] attribute) {
    int ranges = attribute.length == Integer.BYTES ? ByteBuffer.wrap(attribute).getInt() : 0;
    if (ranges < 1 || ranges > MAX_RANGES) {
      throw new PlanException(
          ErrorCode.INVALID_PLAN,
          "The attribute that asks for split points holds a number of ranges from 1 to "
              + MAX_RANGES
              + " as four bytes, most significant first. Correct the client.",
          "attribute",
          Bytes.toStringBinary(attribute));
    }
    return ranges;
  }
}
