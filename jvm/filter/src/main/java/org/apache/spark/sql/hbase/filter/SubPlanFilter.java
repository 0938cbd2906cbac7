package org.apache.spark.sql.hbase.filter;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.engine.RowFilter;
import org.apache.spark.sql.hbase.engine.analysis.EssentialFamilies;
import org.apache.spark.sql.hbase.engine.error.EngineErrors;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.apache.spark.sql.hbase.wire.RemoteError;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.ScanFilter;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;

/**
 * Leaves out the rows of a plain scan for which a leading condition of a sub-plan is not TRUE.
 * Conditions behind one that may raise an error do not count. Does what {@link SkipScanFilter} does
 * as well. The scan must read all families of the plan, one version of each cell.
 *
 * <p>A cell that does not decode ends the scan with the error that the sub-plan would raise. No row
 * is kept or left out for an error. Where such cells are NULL, their rows are kept to be counted.
 * Not thread-safe: HBase makes one for each region.
 */
public final class SubPlanFilter extends FilterBase {
  private final FilterPlan plan;
  private final SkipScanFilter keys;
  private final RowFilter conditions;
  private final CellFeeder feeder = new CellFeeder();

  /** Empty if all families are. */
  private final Optional<Set<ByteString>> essentialFamilies;

  private boolean isRejected;

  /**
   * @throws PlanException if the engine does not compute the conditions of the plan
   */
  public SubPlanFilter(SubPlan plan) {
    this(FilterPlan.of(plan), false);
  }

  SubPlanFilter(FilterPlan plan, boolean isReversed) {
    this.plan = plan;
    this.keys = new SkipScanFilter(plan, isReversed);
    this.conditions = new RowFilter(plan.compiled());
    this.essentialFamilies = EssentialFamilies.of(plan.conditions());
  }

  @Override
  public void setReversed(boolean isReversed) {
    super.setReversed(isReversed);
    keys.setReversed(isReversed);
  }

  @Override
  public boolean isReversed() {
    return keys.isReversed();
  }

  /**
   * The region server reads other families only for rows that pass. Scans that run backward cannot
   * do that in HBase.
   */
  @Override
  public boolean isFamilyEssential(byte[] family) {
    return isReversed()
        || essentialFamilies
            .map(essential -> essential.contains(ByteString.copyFrom(family)))
            .orElse(true);
  }

  @Override
  public boolean filterRowKey(Cell firstOfRow) {
    return keys.filterRowKey(firstOfRow);
  }

  @Override
  public ReturnCode filterCell(Cell cell) {
    return keys.filterCell(cell);
  }

  @Override
  public Cell getNextCellHint(Cell current) {
    return keys.getNextCellHint(current);
  }

  @Override
  public boolean filterAllRemaining() {
    return keys.filterAllRemaining();
  }

  @Override
  public boolean hasFilterRow() {
    return true;
  }

  @Override
  public void filterRowCells(List<Cell> cells) throws IOException {
    if (cells.isEmpty()) {
      return;
    }
    try {
      decode(cells);
    } catch (CodecException e) {
      throw new DoNotRetryIOException(withRow(e, cells.get(0)).format());
    }
    isRejected = !conditions.accepts();
  }

  /**
   * Rejects the row of the last {@link #filterRowCells}. To clear the cells there would not do:
   * HBase would go on to read the other families of the row.
   */
  @Override
  public boolean filterRow() {
    return isRejected;
  }

  @Override
  public void reset() {
    isRejected = false;
  }

  private void decode(List<Cell> cells) {
    RowDecoder decoder = conditions.decoder();
    byte[] row = CellUtil.cloneRow(cells.get(0));
    boolean isWanted = decoder.beginRow(row, 0, row.length);
    for (int i = 0; isWanted && i < cells.size(); i++) {
      isWanted = feeder.feed(cells.get(i), decoder);
    }
    decoder.endRow();
  }

  private static RemoteError withRow(CodecException problem, Cell cell) {
    RemoteError error = EngineErrors.describe(problem).orElseThrow(() -> problem);
    Map<String, String> values = new LinkedHashMap<>(error.values());
    values.putIfAbsent("row", Bytes.toStringBinary(CellUtil.cloneRow(cell)));
    return new RemoteError(error.code(), error.sentence(), values);
  }

  @Override
  public byte[] toByteArray() {
    return plan.toByteArray(isReversed());
  }

  /** Called by HBase in the region server. */
  public static Filter parseFrom(byte[] bytes) throws DeserializationException {
    ScanFilter message = FilterPlan.message(bytes);
    return new SubPlanFilter(FilterPlan.parse(message), message.getReversed());
  }

  @Override
  public String toString() {
    return "SubPlanFilter " + plan.conditions().getTable().getName();
  }
}
