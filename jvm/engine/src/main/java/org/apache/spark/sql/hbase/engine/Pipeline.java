package org.apache.spark.sql.hbase.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.aggregate.PartialAggregate;
import org.apache.spark.sql.hbase.engine.aggregate.PartialAggregates;
import org.apache.spark.sql.hbase.engine.analysis.KeyOrder;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.engine.expression.ExpressionCompiler;
import org.apache.spark.sql.hbase.engine.expression.PredicateEvaluator;
import org.apache.spark.sql.hbase.engine.expression.kernel.RunnerContext;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.engine.operator.AggregateOperator;
import org.apache.spark.sql.hbase.engine.operator.BatchOperator;
import org.apache.spark.sql.hbase.engine.operator.BatchSink;
import org.apache.spark.sql.hbase.engine.operator.BoundAggregate;
import org.apache.spark.sql.hbase.engine.operator.BroadcastJoinOperator;
import org.apache.spark.sql.hbase.engine.operator.BuildRows;
import org.apache.spark.sql.hbase.engine.operator.ExpandOperator;
import org.apache.spark.sql.hbase.engine.operator.FilterOperator;
import org.apache.spark.sql.hbase.engine.operator.LimitOperator;
import org.apache.spark.sql.hbase.engine.operator.OptionalFilterOperator;
import org.apache.spark.sql.hbase.engine.operator.ProjectOperator;
import org.apache.spark.sql.hbase.engine.operator.RowOrder;
import org.apache.spark.sql.hbase.engine.operator.RowSink;
import org.apache.spark.sql.hbase.engine.operator.TopNOperator;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.PlanException;
import org.apache.spark.sql.hbase.wire.SubPlans;
import org.apache.spark.sql.hbase.wire.proto.Aggregate;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.BroadcastJoin;
import org.apache.spark.sql.hbase.wire.proto.Expand;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.JoinType;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SortKey;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.TopN;

/**
 * The operators of one running sub-plan: Filters, Projects and BroadcastJoins in their order, maybe
 * with an Expand among them or a Limit behind them, then the sink. Not thread-safe.
 */
final class Pipeline {
  private static final int NONE = -1;

  /** Of all operators together: as many as one Expand alone may make. */
  private static final int MAX_ROWS_PER_INPUT_ROW = SubPlans.MAX_PROJECTIONS;

  /** Of rows that are read backward few are filtered out, and each is costly. */
  private static final long BACKWARD_ROWS = 64;

  private final List<BatchOperator> operators = new ArrayList<>();
  private LimitOperator limit;
  private BatchSink sink;
  private boolean hasFilter;
  private boolean isBackward;
  private int rowsPerInputRow = 1;

  /** Position of the first operator that can make several rows of one. */
  private int multipliesAt = NONE;

  private int keptRows;

  private final RunnerContext context;

  private Pipeline(RunnerContext context) {
    this.context = context;
  }

  static Pipeline of(
      TableLayout table,
      List<Operator> plan,
      List<SqlType> tableTypes,
      List<BuildRows> buildRows,
      RunnerContext context,
      MemoryAccount account,
      long groupingSampleRows) {
    boolean groupsAreOrdered = KeyOrder.ordersGroups(table, plan);
    Pipeline pipeline = new Pipeline(context);
    List<SqlType> types = tableTypes;
    Iterator<BuildRows> builds = buildRows.iterator();
    for (Operator operator : plan) {
      switch (operator.getNodeCase()) {
        case FILTER -> {
          PredicateEvaluator predicate =
              PredicateEvaluator.compile(operator.getFilter().getPredicate(), types, context);
          pipeline.operators.add(
              operator.getFilter().getOptional()
                  ? new OptionalFilterOperator(predicate)
                  : new FilterOperator(predicate));
          pipeline.hasFilter = true;
        }
        case PROJECT -> {
          List<VectorExpression> expressions =
              pipeline.compile(operator.getProject().getExpressionsList(), types);
          pipeline.operators.add(new ProjectOperator(expressions));
          types = expressions.stream().map(VectorExpression::type).toList();
        }
        case AGGREGATE -> {
          List<VectorExpression> groupBy =
              pipeline.compile(operator.getAggregate().getGroupByList(), types);
          groupBy.forEach(Pipeline::checkGroup);
          List<BoundAggregate> calls = pipeline.calls(operator.getAggregate(), types);
          pipeline.sink =
              groupsAreOrdered
                  ? AggregateOperator.ofOrderedGroups(groupBy, calls, account)
                  : AggregateOperator.ofAnyOrder(groupBy, calls, account, groupingSampleRows);
        }
        case LIMIT -> {
          pipeline.addLimit(operator.getLimit().getRows());
          pipeline.isBackward = operator.getLimit().getFromEnd();
        }
        case TOP_N -> pipeline.addTopN(operator.getTopN(), types, account);
        case EXPAND -> {
          List<List<VectorExpression>> projections =
              pipeline.projections(operator.getExpand(), types);
          pipeline.multiply(projections.size());
          pipeline.operators.add(new ExpandOperator(projections));
          types = projections.get(0).stream().map(VectorExpression::type).toList();
        }
        case BROADCAST_JOIN -> {
          BuildRows build = builds.next();
          pipeline.addBroadcastJoin(operator.getBroadcastJoin(), types, build);
          types = Stream.concat(types.stream(), build.valueTypes().stream()).toList();
        }
        case NODE_NOT_SET ->
            throw new IllegalStateException("a validated sub-plan has no empty operator");
      }
    }
    if (pipeline.sink == null) {
      pipeline.sink = new RowSink(types, account);
    }
    return pipeline;
  }

  private List<VectorExpression> compile(List<Expression> expressions, List<SqlType> types) {
    return expressions.stream()
        .map(expression -> ExpressionCompiler.compile(expression, types, context))
        .toList();
  }

  /** Projections that compute the same share the expression, and so its result. */
  private List<List<VectorExpression>> projections(Expand expand, List<SqlType> types) {
    Map<Expression, VectorExpression> compiled = new HashMap<>();
    return expand.getProjectionsList().stream()
        .map(
            projection ->
                projection.getExpressionsList().stream()
                    .map(
                        expression ->
                            compiled.computeIfAbsent(
                                expression, e -> ExpressionCompiler.compile(e, types, context)))
                    .toList())
        .toList();
  }

  private void addBroadcastJoin(BroadcastJoin join, List<SqlType> types, BuildRows build) {
    List<VectorExpression> keys = compile(join.getKeysList(), types);
    if (join.getType() == JoinType.INNER || join.getType() == JoinType.LEFT_OUTER) {
      multiply(build.maxMatches());
    }
    operators.add(new BroadcastJoinOperator(join.getType(), keys, build));
    hasFilter = true;
  }

  /** For the next operator, which makes up to so many rows of one. */
  private void multiply(int rows) {
    if (rows <= 1) {
      return;
    }
    rowsPerInputRow *= rows;
    if (rowsPerInputRow > MAX_ROWS_PER_INPUT_ROW) {
      throw new PlanException(
          ErrorCode.PLAN_TOO_LARGE,
          "the sub-plan makes too many rows of one row. Join in Spark where many build rows have the same keys",
          "rows",
          rowsPerInputRow,
          "limit",
          MAX_ROWS_PER_INPUT_ROW);
    }
    if (multipliesAt == NONE) {
      multipliesAt = operators.size();
    }
  }

  private void addTopN(TopN topN, List<SqlType> types, MemoryAccount account) {
    List<Expression> expressions = topN.getKeysList().stream().map(SortKey::getExpression).toList();
    List<VectorExpression> keys = compile(expressions, types);
    keys.forEach(Pipeline::checkSortKey);
    if (topN.getRows() == 0) {
      limit = new LimitOperator(0);
    }
    RowOrder order = new RowOrder(topN.getKeysList());
    sink = new TopNOperator(Math.max(1, topN.getRows()), types, keys, order, account);
  }

  /** The order of nested values is that of their parts, not that of their bytes. */
  private static void checkSortKey(VectorExpression key) {
    if (key.type().isNested()) {
      throw new PlanException(
          ErrorCode.UNSUPPORTED_FUNCTION,
          "the engine does not order by nested values. Order in Spark, or by their fields",
          "type",
          key.type());
    }
  }

  private List<BoundAggregate> calls(Aggregate aggregate, List<SqlType> types) {
    List<BoundAggregate> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getCallsList()) {
      VectorExpression filter =
          call.hasFilter() ? ExpressionCompiler.compile(call.getFilter(), types, context) : null;
      PartialAggregate function =
          aggregate.getGroupByCount() == 0
              ? PartialAggregates.ofAllRows(call)
              : PartialAggregates.ofGroups(call);
      calls.add(
          new BoundAggregate(
              function, compile(PartialAggregates.rowArguments(call), types), filter));
    }
    return calls;
  }

  /** Equal nested values need not have equal bytes: -0.0, structs written with fewer fields. */
  private static void checkGroup(VectorExpression group) {
    if (group.type().isNested()) {
      throw new PlanException(
          ErrorCode.UNSUPPORTED_FUNCTION,
          "the engine does not group by nested values. Group in Spark, or by their fields",
          "type",
          group.type());
    }
  }

  private void addLimit(long rows) {
    if (sink != null) {
      // A group that was cut off in one frame could go on in the next, and its state would be lost.
      throw new PlanException(
          ErrorCode.UNSUPPORTED_FEATURE,
          "a Limit over an Aggregate is not supported: groups continue in later frames. Limit the merged groups",
          "rows",
          rows);
    }
    limit = new LimitOperator(rows);
  }

  BatchSink sink() {
    return sink;
  }

  /**
   * Takes the expressions of a fresh pipeline of the same sub-plan, and so lets go of all that its
   * own ones hold for a batch. Rows, groups and what is left of a Limit stay. Only between two
   * batches.
   */
  void renewExpressions(Pipeline fresh) {
    operators.clear();
    operators.addAll(fresh.operators);
    sink.renewExpressions(fresh.sink);
  }

  /** True if no row needs to be read any more. */
  boolean isSatisfied() {
    return limit != null && limit.remaining() == 0;
  }

  /** Rows that the sink sees at most for one input row. */
  int rowsPerInputRow() {
    return rowsPerInputRow;
  }

  /** True if rows are read until enough of them have passed a filter, and no more. */
  boolean stopsAmongFiltered() {
    return limit != null && hasFilter;
  }

  /** Rows that may still pass, where not all are wanted. */
  long wantedRows() {
    return limit == null ? Long.MAX_VALUE : limit.remaining();
  }

  /** Input rows after which to see whether more are needed. */
  long maxUsefulRows() {
    if (limit != null && hasFilter && isBackward) {
      return Math.max(BACKWARD_ROWS, limit.remaining());
    }
    return hasFilter ? Long.MAX_VALUE : wantedRows();
  }

  /**
   * Applies all operators but the sink.
   *
   * <p>Operators work on all rows of a batch one after the other, Spark on all operators of a row.
   * So when one raises an error, the first row with an error is looked for: either the Limit is
   * reached before it, and it is left out with all rows behind it, or its error is the one that
   * Spark would raise.
   *
   * @param rows is set to the rows that remain
   */
  ColumnBatch apply(ColumnBatch input, SelectedRows rows) {
    rows.selectAll(input.rowCount());
    ColumnBatch output;
    try {
      output = applyOperators(input, rows);
    } catch (EvaluationException e) {
      rows.selectAll(rowsUntilLimit(input, rows, e));
      output = applyOperators(input, rows);
    }
    ColumnBatch limited = limit == null ? output : limit.apply(output, rows);
    if (multipliesAt == NONE) {
      keptRows = rows.count;
    }
    return limited;
  }

  /**
   * Input rows of the last batch that the Filters, and a Limit, have kept, before any operator that
   * makes several rows of one.
   */
  int keptRows() {
    return keptRows;
  }

  private ColumnBatch applyOperators(ColumnBatch input, SelectedRows rows) {
    ColumnBatch batch = input;
    for (int i = 0; i < operators.size(); i++) {
      if (i == multipliesAt) {
        keptRows = rows.count;
      }
      batch = operators.get(i).apply(batch, rows);
    }
    return batch;
  }

  /** Number of leading rows that satisfy the limit without an error. */
  private int rowsUntilLimit(ColumnBatch input, SelectedRows rows, EvaluationException error) {
    int failing = firstFailingRow(input, rows);
    if (limit != null) {
      rows.selectAll(failing);
      applyOperators(input, rows);
      if (rows.count >= limit.remaining()) {
        return failing;
      }
    }
    rows.selectOnly(failing);
    applyOperators(input, rows);
    throw error;
  }

  /** Halves the rows among which it is, because they may be many. */
  private int firstFailingRow(ColumnBatch input, SelectedRows rows) {
    int passing = 0;
    int failing = input.rowCount();
    while (failing - passing > 1) {
      int middle = (passing + failing) >>> 1;
      if (raises(input, rows, middle)) {
        failing = middle;
      } else {
        passing = middle;
      }
    }
    return passing;
  }

  private boolean raises(ColumnBatch input, SelectedRows rows, int leadingRows) {
    rows.selectAll(leadingRows);
    try {
      applyOperators(input, rows);
      return false;
    } catch (EvaluationException e) {
      return true;
    }
  }
}
