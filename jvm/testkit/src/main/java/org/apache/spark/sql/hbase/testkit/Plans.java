package org.apache.spark.sql.hbase.testkit;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;
import org.apache.spark.sql.hbase.wire.proto.Aggregate;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expand;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Filter;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Limit;
import org.apache.spark.sql.hbase.wire.proto.Literal;
import org.apache.spark.sql.hbase.wire.proto.NullOrder;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.Project;
import org.apache.spark.sql.hbase.wire.proto.SortDirection;
import org.apache.spark.sql.hbase.wire.proto.SortKey;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.TopN;

/** Sub-plans in few words. All arithmetic is ANSI. */
public final class Plans {
  private Plans() {}

  public static SubPlan plan(FixtureTable table, Operator... operators) {
    return plan(table.toMessage(), operators);
  }

  public static SubPlan plan(TableLayout table, Operator... operators) {
    return SubPlan.newBuilder()
        .setFormatVersion(SubPlans.FORMAT_VERSION)
        .setTable(table)
        .addAllOperators(List.of(operators))
        .build();
  }

  /** Through bytes and validation, as a server does it. */
  public static CompiledSubPlan compile(FixtureTable table, Operator... operators) {
    return CompiledSubPlan.compile(SubPlans.parse(plan(table, operators).toByteArray()));
  }

  public static Expression column(int ordinal, SqlType type) {
    return Expression.newBuilder().setType(SqlTypes.toWire(type)).setColumn(ordinal).build();
  }

  public static Expression column(FixtureTable table, int ordinal) {
    return column(ordinal, table.columns().get(ordinal).type());
  }

  /** Makes a literal of an integer type, a date or a timestamp. */
  public static Expression integer(long value, SqlType type) {
    return literal(type, Literal.newBuilder().setInteger(value));
  }

  public static Expression string(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    return literal(SqlType.STRING, Literal.newBuilder().setBinary(ByteString.copyFrom(utf8)));
  }

  /** Makes a literal of any type whose values are counted: BOOLEAN as 0 and 1, DECIMAL unscaled. */
  public static Expression number(long value, SqlType type) {
    return switch (type.kind()) {
      case BOOLEAN -> literal(type, Literal.newBuilder().setBoolean(value != 0));
      case DECIMAL -> {
        byte[] unscaled = BigInteger.valueOf(value).toByteArray();
        yield literal(type, Literal.newBuilder().setDecimal(ByteString.copyFrom(unscaled)));
      }
      default -> integer(value, type);
    };
  }

  public static Expression floating(double value) {
    return literal(SqlType.DOUBLE, Literal.newBuilder().setFloating(value));
  }

  /** NULL of any type. */
  public static Expression nullOf(SqlType type) {
    return literal(type, Literal.newBuilder().setNull(true));
  }

  private static Expression literal(SqlType type, Literal.Builder value) {
    return Expression.newBuilder().setType(SqlTypes.toWire(type)).setLiteral(value).build();
  }

  public static Expression call(Function function, SqlType type, Expression... arguments) {
    Call call =
        Call.newBuilder()
            .setFunction(function)
            .addAllArguments(List.of(arguments))
            .setEvalMode(EvalMode.ANSI)
            .build();
    return Expression.newBuilder().setType(SqlTypes.toWire(type)).setCall(call).build();
  }

  public static Operator filter(Expression predicate) {
    return Operator.newBuilder().setFilter(Filter.newBuilder().setPredicate(predicate)).build();
  }

  public static Operator project(Expression... expressions) {
    return Operator.newBuilder()
        .setProject(Project.newBuilder().addAllExpressions(List.of(expressions)))
        .build();
  }

  public static Operator limit(long rows) {
    return Operator.newBuilder().setLimit(Limit.newBuilder().setRows(rows)).build();
  }

  public static Operator topN(long rows, SortKey... keys) {
    return Operator.newBuilder()
        .setTopN(TopN.newBuilder().setRows(rows).addAllKeys(List.of(keys)))
        .build();
  }

  /** Ascending, NULL first: SQL's default. */
  public static SortKey ascending(Expression expression) {
    return sortKey(expression, SortDirection.ASCENDING, NullOrder.NULLS_FIRST);
  }

  /** Descending, NULL last: SQL's default. */
  public static SortKey descending(Expression expression) {
    return sortKey(expression, SortDirection.DESCENDING, NullOrder.NULLS_LAST);
  }

  public static SortKey sortKey(Expression expression, SortDirection direction, NullOrder nulls) {
    return SortKey.newBuilder()
        .setExpression(expression)
        .setDirection(direction)
        .setNulls(nulls)
        .build();
  }

  /** Makes an Expand of {@link #project} operators. */
  public static Operator expand(Operator... projections) {
    Expand.Builder expand = Expand.newBuilder();
    for (Operator projection : projections) {
      expand.addProjections(projection.getProject());
    }
    return Operator.newBuilder().setExpand(expand).build();
  }

  public static Operator aggregate(List<Expression> groupBy, AggregateCall... calls) {
    return Operator.newBuilder()
        .setAggregate(Aggregate.newBuilder().addAllGroupBy(groupBy).addAllCalls(List.of(calls)))
        .build();
  }

  /** An aggregate in a mode, with the state columns that the contract names. */
  public static AggregateCall aggregateCall(
      AggregateFunction function, EvalMode mode, Expression... arguments) {
    AggregateCall call =
        AggregateCall.newBuilder()
            .setFunction(function)
            .setEvalMode(mode)
            .addAllArguments(List.of(arguments))
            .build();
    List<DataType> types = StateTypes.of(call).stream().map(SqlTypes::toWire).toList();
    return call.toBuilder().addAllStateTypes(types).build();
  }

  public static AggregateCall aggregateCall(AggregateFunction function, Expression... arguments) {
    return aggregateCall(function, EvalMode.ANSI, arguments);
  }

  public static AggregateCall countRows() {
    return AggregateCall.newBuilder()
        .setFunction(AggregateFunction.COUNT)
        .addStateTypes(SqlTypes.toWire(SqlType.BIGINT))
        .build();
  }

  /** Returns the call with FILTER (WHERE ...). */
  public static AggregateCall where(AggregateCall call, Expression filter) {
    return call.toBuilder().setFilter(filter).build();
  }
}
