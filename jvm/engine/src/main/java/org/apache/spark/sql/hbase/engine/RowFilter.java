package org.apache.spark.sql.hbase.engine;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.engine.analysis.ColumnReferences;
import org.apache.spark.sql.hbase.engine.analysis.OperatorSpecs;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.error.OverloadedException;
import org.apache.spark.sql.hbase.engine.expression.LeadingConjuncts;
import org.apache.spark.sql.hbase.engine.expression.kernel.WorkLimit;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.engine.operator.BatchFootprint;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Filter;
import org.apache.spark.sql.hbase.wire.proto.Literal;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.Project;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;

/**
 * The conditions of a sub-plan by which a row may be left out before the plan runs, over one row at
 * a time. Callers have rows one by one. Not thread-safe.
 */
public final class RowFilter {
  /** So that not all columns of the table are the result. */
  private static final Expression ANYTHING =
      Expression.newBuilder()
          .setType(DataType.newBuilder().setKind(TypeKind.INT))
          .setLiteral(Literal.newBuilder().setInteger(0))
          .build();

  /** Bounds the processor time for one row. */
  private static final long MAX_ROW_NANOS = 100_000_000;

  private final ColumnBatch batch;
  private final RowDecoder decoder;
  private final Pipeline pipeline;
  private final BatchFootprint footprint;
  private final SelectedRows rows = new SelectedRows(1);
  private final WorkLimit limit = WorkLimit.ofNanos(MAX_ROW_NANOS);

  /** A row has taken too long, so the others are not looked at either. */
  private boolean isOverloaded;

  /**
   * @param conditions as {@link #conditionsOf} returned it, compiled
   */
  public RowFilter(CompiledSubPlan conditions) {
    this.batch = conditions.newInputBatch(1, ColumnBatch.FULL_AT_DATA_BYTES);
    this.decoder = conditions.newDecoder(batch);
    this.pipeline = conditions.newPipeline(MemoryAccount.ofLimit(0), 1, limit);
    this.footprint = conditions.footprint();
  }

  /**
   * A plan of these conditions only, which looks at no other columns; it has no operator if there
   * are none.
   */
  public static SubPlan conditionsOf(SubPlan plan) {
    SubPlan.Builder conditions = plan.toBuilder().clearOperators();
    for (Expression conjunct : LeadingConjuncts.of(plan.getOperatorsList())) {
      conditions.addOperators(
          Operator.newBuilder().setFilter(Filter.newBuilder().setPredicate(conjunct)));
    }
    if (conditions.getOperatorsCount() > 0) {
      conditions.addOperators(
          Operator.newBuilder().setProject(Project.newBuilder().addExpressions(ANYTHING)));
    }
    return conditions.build();
  }

  /** Whether the conditions look at columns of the row key only. */
  public static boolean readsKeyOnly(SubPlan conditions) {
    List<Column> columns = conditions.getTable().getColumnsList();
    boolean[] read =
        ColumnReferences.of(OperatorSpecs.of(conditions.getOperatorsList()), columns.size());
    return IntStream.range(0, read.length).noneMatch(i -> read[i] && !columns.get(i).hasKey());
  }

  /** Takes the next row; it comes between {@link #accepts} and the call before it. */
  public RowDecoder decoder() {
    return decoder;
  }

  /**
   * Tells whether the row that the decoder has just ended passes, and forgets it. A row with a
   * value or row key that does not decode passes: whoever runs the plan over it counts such rows. A
   * row passes too if its values are so long that its conditions could take more than {@link
   * BatchFootprint#TARGET_BYTES}. So does every row behind one whose conditions took more than
   * {@value #MAX_ROW_NANOS} ns.
   */
  public boolean accepts() {
    boolean passesUnseen =
        isOverloaded
            || batch.undecodableValues() > 0
            || batch.foreignRows() > 0
            || footprint.bytesFor(batch.rowCount(), batch.dataBytes())
                > BatchFootprint.TARGET_BYTES;
    boolean passes = passesUnseen || fulfilsConditions();
    batch.reset();
    return passes;
  }

  private boolean fulfilsConditions() {
    limit.begin(batch.rowCount(), batch.dataBytes());
    try {
      pipeline.apply(batch, rows);
      return !rows.isEmpty();
    } catch (OverloadedException e) {
      isOverloaded = true;
      return true;
    }
  }
}
