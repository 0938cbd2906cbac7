package org.apache.spark.sql.hbase.engine.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.ExpressionCompiler;
import org.apache.spark.sql.hbase.engine.expression.PredicateEvaluator;
import org.apache.spark.sql.hbase.engine.expression.kernel.RunnerContext;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.plan.PlanLimits;
import org.apache.spark.sql.hbase.wire.proto.Expression;

/** The running operators of one sub-plan while they are put together, from first to last. */
public final class PipelineBuilder {
  /** The place of an operator that is not there. */
  public static final int NOWHERE = -1;

  /** Bounds all operators together: as many as one Expand alone may make. */
  private static final int MAX_ROWS_PER_INPUT_ROW = PlanLimits.MAX_PROJECTIONS;

  private final RunnerContext context;
  private final MemoryAccount account;
  private final boolean groupsAreOrdered;
  private final long groupingSampleRows;

  /** Types of the columns that the next operator sees. */
  private List<SqlType> types;

  private final List<BatchOperator> operators = new ArrayList<>();
  private BatchSink sink;
  private OptionalLong limit = OptionalLong.empty();
  private boolean isBackward;
  private boolean hasFilter;
  private int rowsPerInputRow = 1;
  private int multipliesAt = NOWHERE;

  /**
   * @param types of the columns of the table
   * @param groupsAreOrdered whether the rows of an aggregation arrive group by group
   * @param groupingSampleRows after which grouping is given up if it does not reduce
   */
  public PipelineBuilder(
      List<SqlType> types,
      boolean groupsAreOrdered,
      RunnerContext context,
      MemoryAccount account,
      long groupingSampleRows) {
    this.types = types;
    this.groupsAreOrdered = groupsAreOrdered;
    this.context = context;
    this.account = account;
    this.groupingSampleRows = groupingSampleRows;
  }

  public List<SqlType> types() {
    return types;
  }

  public MemoryAccount account() {
    return account;
  }

  public boolean groupsAreOrdered() {
    return groupsAreOrdered;
  }

  public long groupingSampleRows() {
    return groupingSampleRows;
  }

  /** Compiles an expression over the columns that the next operator sees. */
  public VectorExpression compile(Expression expression) {
    return ExpressionCompiler.compile(expression, types, context);
  }

  public List<VectorExpression> compile(List<Expression> expressions) {
    return expressions.stream().map(this::compile).toList();
  }

  /** Compiles a condition over the columns that the next operator sees. */
  public PredicateEvaluator predicate(Expression predicate) {
    return PredicateEvaluator.compile(predicate, types, context);
  }

  /** Adds an operator that leaves the columns as they are. */
  public void add(BatchOperator operator) {
    operators.add(operator);
  }

  /** Adds an operator that gives columns of these types. */
  public void add(BatchOperator operator, List<SqlType> output) {
    operators.add(operator);
    types = output;
  }

  /** Notes that the next operator, or the last one, may let fewer rows pass than come in. */
  public void filters() {
    hasFilter = true;
  }

  /**
   * Notes that the next operator makes up to so many rows of one.
   *
   * @throws PlanException PLAN_TOO_LARGE if all operators together make too many
   */
  public void multiplies(int rows) {
    if (rows <= 1) {
      return;
    }
    rowsPerInputRow *= rows;
    if (rowsPerInputRow > MAX_ROWS_PER_INPUT_ROW) {
      throw new PlanException(
          ErrorCode.PLAN_TOO_LARGE,
          "The sub-plan makes too many rows of one row. Join in Spark where many build rows have the same keys.",
          "rows",
          rowsPerInputRow,
          "limit",
          MAX_ROWS_PER_INPUT_ROW);
    }
    if (multipliesAt == NOWHERE) {
      multipliesAt = operators.size();
    }
  }

  /** Lets only the first rows of the region pass, or the last ones, read backward. */
  public void limits(long rows, boolean fromEnd) {
    limit = OptionalLong.of(rows);
    isBackward = fromEnd;
  }

  /** Sets where the rows end up. */
  public void sink(BatchSink last) {
    sink = last;
  }

  public boolean hasSink() {
    return sink != null;
  }

  /** The operators in their order, without the sink. */
  public BatchOperator[] operators() {
    return operators.toArray(BatchOperator[]::new);
  }

  /** Returns the sink: a sink of rows, unless an operator set another one. */
  public BatchSink sink() {
    return hasSink() ? sink : new RowSink(types, account);
  }

  public OptionalLong limit() {
    return limit;
  }

  public boolean isBackward() {
    return isBackward;
  }

  public boolean hasFilter() {
    return hasFilter;
  }

  /** Rows that the sink sees at most for one input row. */
  public int rowsPerInputRow() {
    return rowsPerInputRow;
  }

  /** Position of the first operator that can make several rows of one, or {@link #NOWHERE}. */
  public int multipliesAt() {
    return multipliesAt;
  }
}
