package org.apache.spark.sql.hbase.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.analysis.ColumnRanges;
import org.apache.spark.sql.hbase.engine.analysis.ColumnReferences;
import org.apache.spark.sql.hbase.engine.analysis.KeyGroups;
import org.apache.spark.sql.hbase.engine.analysis.KeyOrder;
import org.apache.spark.sql.hbase.engine.analysis.OperatorSpecs;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.error.OverloadedException;
import org.apache.spark.sql.hbase.engine.expression.JavaRules;
import org.apache.spark.sql.hbase.engine.expression.kernel.RunnerContext;
import org.apache.spark.sql.hbase.engine.expression.kernel.SharedConstants;
import org.apache.spark.sql.hbase.engine.expression.kernel.WorkLimit;
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RowCursor;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.engine.memory.SharedReservation;
import org.apache.spark.sql.hbase.engine.operator.BatchFootprint;
import org.apache.spark.sql.hbase.engine.operator.OperatorSpec;
import org.apache.spark.sql.hbase.engine.operator.OutputSchema;
import org.apache.spark.sql.hbase.engine.operator.PipelineBuilder;
import org.apache.spark.sql.hbase.engine.row.ColumnRange;
import org.apache.spark.sql.hbase.engine.row.DecodedColumns;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.apache.spark.sql.hbase.engine.row.RowLayout;
import org.apache.spark.sql.hbase.engine.row.ValueProbe;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;

/**
 * A sub-plan that the engine can run: every function, type and encoding in it is known. Immutable
 * and thread-safe; each {@link SubPlanRunner} makes its own expressions and state from it, and
 * shares the sorted lists and build rows.
 */
public final class CompiledSubPlan {
  /**
   * A type that takes four bytes on the wire is held as a message, an entry of a list and a {@code
   * SqlType}.
   */
  private static final long HELD_BYTES_PER_TABLE_BYTE = 32;

  private final SubPlan plan;
  private final RowLayout layout;
  private final List<OperatorSpec> operators;
  private final SharedConstants constants = new SharedConstants();
  private final List<ColumnRange> ranges;
  private final Optional<DecodedColumns> decodedColumns;
  private final KeyRanges keyRanges;
  private final OptionalInt groupColumns;
  private final OutputSchema output;
  private final BatchFootprint footprint;
  private final long javaRules;
  private final SharedReservation openScans;

  private CompiledSubPlan(
      SubPlan plan, List<OperatorSpec> operators, RowLayout layout, OutputSchema output) {
    this.plan = plan;
    this.layout = layout;
    this.operators = operators;
    // Refuses too many expressions before they are compiled.
    this.footprint = BatchFootprint.of(layout.columnTypes(), operators);
    // Refuses expressions that the engine does not know, before anything is inferred from them.
    newPipeline(MemoryAccount.ofLimit(0), 1, RunnerContext.ofFirst(constants));
    this.ranges = ColumnRanges.of(plan.getOperatorsList());
    this.decodedColumns = layout.decodedColumns(ranges);
    this.keyRanges = KeyRanges.of(plan);
    this.groupColumns =
        plan.getTable().hasColumnar() ? OptionalInt.empty() : KeyGroups.columnsOf(plan, operators);
    this.output = output;
    this.javaRules = JavaRules.ofPlan(plan);
    this.openScans = new SharedReservation(heldBytes());
  }

  /**
   * Checks that everything in the plan can be run, before any row is read.
   *
   * @param plan as {@link SubPlans#parse} returned it
   * @throws PlanException of kind PLAN if it cannot; the caller runs it elsewhere
   */
  public static CompiledSubPlan compile(SubPlan plan) {
    TableLayout table = plan.getTable();
    List<OperatorSpec> operators = OperatorSpecs.of(plan.getOperatorsList());
    boolean[] referenced = ColumnReferences.of(operators, table.getColumnsCount());
    RowLayout layout = RowLayout.of(table, referenced);
    OutputSchema output = new OutputSchema(layout.columnNames(), layout.columnTypes());
    for (OperatorSpec operator : operators) {
      output = operator.output(output);
    }
    return new CompiledSubPlan(plan, operators, layout, output);
  }

  /**
   * Probes for the columns that a leading filter of a sub-plan compares with constants. Nothing of
   * the sub-plan is compiled, and nothing else in it is looked at: it is not to run.
   *
   * @param plan as {@link SubPlans#parse} returned it
   */
  public static List<ValueProbe> probesOf(SubPlan plan) {
    TableLayout table = plan.getTable();
    List<ColumnRange> ranges = ColumnRanges.ofComparisons(plan.getOperatorsList());
    boolean[] referenced = new boolean[table.getColumnsCount()];
    ranges.forEach(range -> referenced[range.column()] = true);
    return RowLayout.of(table, referenced).newProbes(ranges);
  }

  /**
   * Counts what the plan holds for one more open scan. All open scans of a plan hold it together.
   *
   * @param account of all scans; {@link #closed} takes the same one
   * @throws OverloadedException if the account has no memory for the plan
   */
  public void opened(MemoryAccount account) {
    if (!openScans.tryAdd(account)) {
      throw new OverloadedException(
          "The sub-plan scans that are open hold the memory of the server."
              + " Run fewer tasks at once, use shorter lists, or raise"
              + " hbase.sparksql.memory.fraction.",
          Map.of("moreBytes", Long.toString(heldBytes())));
    }
  }

  /** An open scan that was counted has ended. */
  public void closed(MemoryAccount account) {
    openScans.remove(account);
  }

  /** Names of the output columns, for people: not always unique. */
  public List<String> outputNames() {
    return output.names();
  }

  public List<SqlType> outputTypes() {
    return output.types();
  }

  /** The digest of what the plan takes from this Java; 0 if it takes nothing. */
  public long javaRules() {
    return javaRules;
  }

  /** True if the output is aggregation state, to be merged. */
  public boolean partialAggregate() {
    return plan.getOperatorsList().stream().anyMatch(Operator::hasAggregate);
  }

  /**
   * Memory of the plan's table and expressions, and of what was made of its joins, lists of values
   * and row keys, while it is kept.
   */
  public long heldBytes() {
    return HELD_BYTES_PER_TABLE_BYTE * plan.getTable().getSerializedSize()
        + footprint.heldBytes()
        + constants.heldBytes()
        + keyRanges.heldBytes()
        + operators.stream().mapToLong(OperatorSpec::heldBytes).sum();
  }

  public TableLayout tableLayout() {
    return plan.getTable();
  }

  /**
   * An empty batch with vectors for the columns that the plan looks at, full at so many rows or
   * bytes in values of variable length.
   */
  public ColumnBatch newInputBatch(int capacity, int dataCapacity) {
    return layout.newBatch(capacity, dataCapacity);
  }

  /** True if the plan looks at no column: then only the number of rows matters. */
  public boolean countsOnly() {
    return layout.countsOnly();
  }

  /**
   * A decoder that appends rows to a batch of {@link #newInputBatch}, without those of which it
   * sees at once that the plan filters them out. For one thread.
   */
  public RowDecoder newDecoder(ColumnBatch batch) {
    return layout.newDecoder(batch, ranges, readsBackward());
  }

  /**
   * Probes for the columns by whose values alone {@link #newDecoder} leaves rows out. For one
   * thread.
   */
  public List<ValueProbe> newProbes() {
    return layout.newProbes(ranges);
  }

  /** The columns that the plan looks at, where their values can be kept; see there. */
  public Optional<DecodedColumns> decodedColumns() {
    return decodedColumns;
  }

  /** True if rows are to come in descending order of their row keys: the last ones are wanted. */
  public boolean readsBackward() {
    return plan.getOperatorsList().stream().anyMatch(o -> o.getLimit().getFromEnd());
  }

  /** Row keys that can pass the plan's leading filters. */
  public KeyRanges keyRanges() {
    return keyRanges;
  }

  /**
   * A cursor over the row keys of rows that can change the plan's answer; empty if these are all.
   * For one scan, which does not read backward.
   *
   * @param stopRow behind it nothing is looked at; empty for the end of the table
   */
  public Optional<RowCursor> newRowCursor(byte[] stopRow) {
    return groupColumns.isPresent()
        ? Optional.of(keyRanges.newGroupCursor(groupColumns.getAsInt(), stopRow))
        : keyRanges.newCursor(stopRow);
  }

  /** The memory that operators need to work on a batch. */
  public BatchFootprint footprint() {
    return footprint;
  }

  /** Expressions, operators and sink for one runner. */
  Pipeline newPipeline(MemoryAccount account, long groupingSampleRows, WorkLimit limit) {
    return newPipeline(account, groupingSampleRows, RunnerContext.ofRunner(constants, limit));
  }

  private Pipeline newPipeline(
      MemoryAccount account, long groupingSampleRows, RunnerContext context) {
    PipelineBuilder pipeline =
        new PipelineBuilder(
            layout.columnTypes(),
            KeyOrder.ordersGroups(plan.getTable(), operators),
            context,
            account,
            groupingSampleRows);
    operators.forEach(operator -> operator.start(pipeline));
    return new Pipeline(pipeline);
  }
}
