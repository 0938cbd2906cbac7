package org.apache.spark.sql.hbase.filter;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.ScanFilter;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;

/**
 * Leads a plain scan along the key ranges of a sub-plan. Rows outside of them are left out, and
 * gaps between them passed by seeks where that pays. Rows inside are all returned.
 *
 * <p>A hint is found once per row, at its first cell, and given for each cell of the row. So all
 * families go to the same place. Hints go strictly forward, or in a reversed scan backward. Nothing
 * is allocated per row of a forward scan. Not thread-safe: HBase makes one for each region.
 */
public final class SkipScanFilter extends FilterBase {
  private final FilterPlan plan;

  /** Null if all rows are wanted. */
  private RowHints hints;

  private byte[] row = new byte[64];
  private RowHints.Answer answer = RowHints.Answer.HELD;
  private Cell hint;

  /**
   * @throws PlanException if the engine does not compute the conditions of the plan
   */
  public SkipScanFilter(SubPlan plan) {
    this(FilterPlan.of(plan), false);
  }

  SkipScanFilter(FilterPlan plan, boolean isReversed) {
    this.plan = plan;
    setReversed(isReversed);
  }

  /** To be told before the first row, and before the filter is sent. */
  @Override
  public void setReversed(boolean isReversed) {
    super.setReversed(isReversed);
    hints = RowHints.of(plan.compiled().keyRanges(), isReversed).orElse(null);
  }

  @Override
  public boolean filterRowKey(Cell firstOfRow) {
    if (hints == null) {
      return false;
    }
    int length = firstOfRow.getRowLength();
    if (row.length < length) {
      row = new byte[Math.max(length, 2 * row.length)];
    }
    CellUtil.copyRowTo(firstOfRow, row, 0);
    answer = hints.look(row, length);
    if (answer == RowHints.Answer.SEEK) {
      hint = KeyValueUtil.createFirstOnRow(hints.nextRowHint());
      // Only cells that are looked at can give a hint.
      return false;
    }
    return answer != RowHints.Answer.HELD;
  }

  @Override
  public ReturnCode filterCell(Cell cell) {
    return answer == RowHints.Answer.SEEK ? ReturnCode.SEEK_NEXT_USING_HINT : ReturnCode.INCLUDE;
  }

  @Override
  public Cell getNextCellHint(Cell current) {
    return hint;
  }

  @Override
  public boolean filterAllRemaining() {
    return answer == RowHints.Answer.END;
  }

  @Override
  public byte[] toByteArray() {
    return plan.toByteArray(isReversed());
  }

  /** Called by HBase in the region server. */
  public static Filter parseFrom(byte[] bytes) throws DeserializationException {
    ScanFilter message = FilterPlan.message(bytes);
    return new SkipScanFilter(FilterPlan.parse(message), message.getReversed());
  }

  @Override
  public String toString() {
    return "SkipScanFilter " + plan.conditions().getTable().getName();
  }
}
