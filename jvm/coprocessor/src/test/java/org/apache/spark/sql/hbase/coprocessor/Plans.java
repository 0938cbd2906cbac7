package org.apache.spark.sql.hbase.coprocessor;

import java.util.List;
import org.apache.spark.sql.hbase.wire.proto.Aggregate;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Filter;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Limit;
import org.apache.spark.sql.hbase.wire.proto.Literal;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.Project;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;

/** Sub-plans over a {@link NumbersTable}, whose columns are k, g, n at positions 0, 1, 2. */
final class Plans {
  static final DataType BOOLEAN = DataType.newBuilder().setKind(TypeKind.BOOLEAN).build();
  static final DataType BIGINT = DataType.newBuilder().setKind(TypeKind.BIGINT).build();
  static final DataType STRING = DataType.newBuilder().setKind(TypeKind.STRING).build();

  private Plans() {}

  /** {@code SELECT k, n}. */
  static SubPlan rows(NumbersTable table) {
    return plan(
        table,
        Operator.newBuilder()
            .setProject(
                Project.newBuilder()
                    .addExpressions(column(0, BIGINT))
                    .addExpressions(column(2, BIGINT)))
            .build());
  }

  /** {@code SELECT k, n WHERE n >= least}. */
  static SubPlan rowsFrom(NumbersTable table, long least) {
    return plan(table, atLeast(least), rows(table).getOperators(0));
  }

  /** {@code SELECT k, n LIMIT rows}. */
  static SubPlan firstRows(NumbersTable table, long rows) {
    return plan(
        table,
        rows(table).getOperators(0),
        Operator.newBuilder().setLimit(Limit.newBuilder().setRows(rows)).build());
  }

  /** {@code SELECT count(*), sum(n)}: state columns count, sum. */
  static SubPlan countAndSum(NumbersTable table) {
    return plan(table, Operator.newBuilder().setAggregate(countAndSum()).build());
  }

  /** {@code SELECT count(*)}. */
  static SubPlan count(TableLayout table) {
    Aggregate count =
        Aggregate.newBuilder()
            .addCalls(
                AggregateCall.newBuilder()
                    .setFunction(AggregateFunction.COUNT)
                    .addStateTypes(BIGINT))
            .build();
    return SubPlan.newBuilder()
        .setFormatVersion(1)
        .setTable(table)
        .addOperators(Operator.newBuilder().setAggregate(count))
        .build();
  }

  /** {@code SELECT g, count(*), sum(n) GROUP BY g}. */
  static SubPlan countAndSumByG(NumbersTable table) {
    return plan(
        table,
        Operator.newBuilder().setAggregate(countAndSum().addGroupBy(column(1, STRING))).build());
  }

  /** {@code SELECT k, count(*), sum(n) GROUP BY k}: a group per row. */
  static SubPlan countAndSumByK(NumbersTable table) {
    return plan(
        table,
        Operator.newBuilder().setAggregate(countAndSum().addGroupBy(column(0, BIGINT))).build());
  }

  /** {@code SELECT n, count(*), sum(n) GROUP BY n}: nearly as many groups as rows, in no order. */
  static SubPlan countAndSumByN(NumbersTable table) {
    return plan(
        table,
        Operator.newBuilder().setAggregate(countAndSum().addGroupBy(column(2, BIGINT))).build());
  }

  static SubPlan plan(NumbersTable table, Operator... operators) {
    return SubPlan.newBuilder()
        .setFormatVersion(1)
        .setTable(table.tableLayout())
        .addAllOperators(List.of(operators))
        .build();
  }

  static Operator filter(Expression predicate) {
    return Operator.newBuilder().setFilter(Filter.newBuilder().setPredicate(predicate)).build();
  }

  static Expression column(int position, DataType type) {
    return Expression.newBuilder().setType(type).setColumn(position).build();
  }

  static Expression not(Expression argument) {
    return Expression.newBuilder()
        .setType(BOOLEAN)
        .setCall(Call.newBuilder().setFunction(Function.NOT).addArguments(argument))
        .build();
  }

  static Expression isNull(Expression argument) {
    return Expression.newBuilder()
        .setType(BOOLEAN)
        .setCall(Call.newBuilder().setFunction(Function.IS_NULL).addArguments(argument))
        .build();
  }

  private static Operator atLeast(long least) {
    Expression literal =
        Expression.newBuilder()
            .setType(BIGINT)
            .setLiteral(Literal.newBuilder().setInteger(least))
            .build();
    return filter(
        Expression.newBuilder()
            .setType(BOOLEAN)
            .setCall(
                Call.newBuilder()
                    .setFunction(Function.GREATER_THAN_OR_EQUAL)
                    .addArguments(column(2, BIGINT))
                    .addArguments(literal))
            .build());
  }

  private static Aggregate.Builder countAndSum() {
    return Aggregate.newBuilder()
        .addCalls(
            AggregateCall.newBuilder().setFunction(AggregateFunction.COUNT).addStateTypes(BIGINT))
        .addCalls(
            AggregateCall.newBuilder()
                .setFunction(AggregateFunction.SUM)
                .addArguments(column(2, BIGINT))
                .setEvalMode(EvalMode.ANSI)
                .addStateTypes(BIGINT));
  }
}
