package org.apache.spark.sql.hbase.client.bench;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.Aggregate;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Filter;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Literal;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.Project;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.Values;

/** The benchmark's queries as sub-plans. */
public final class FloorPlans {
  // Spark's result types.
  private static final SqlType DISCOUNTED = SqlType.decimal(26, 4);
  private static final SqlType REVENUE = SqlType.decimal(25, 4);
  private static final SqlType ONE_MINUS = SqlType.decimal(13, 2);

  private FloorPlans() {}

  /** {@code SELECT count(*)}. */
  public static byte[] count(Layout layout) {
    return plan(layout, aggregate(List.of(), call(AggregateFunction.COUNT, null, SqlType.BIGINT)));
  }

  /**
   * A year of ship dates, a band of discounts, small quantities: about 2 % of the rows; one sum of
   * a product.
   */
  public static byte[] q6(Layout layout) {
    Expression predicate =
        bool(
            Function.AND,
            bool(
                Function.GREATER_THAN_OR_EQUAL,
                column(LineItems.SHIP_DATE),
                date(LineItems.Q6_FIRST_DAY)),
            bool(
                Function.LESS_THAN,
                column(LineItems.SHIP_DATE),
                date(LineItems.Q6_FIRST_DAY + 365)),
            bool(Function.GREATER_THAN_OR_EQUAL, column(LineItems.DISCOUNT), money(5)),
            bool(Function.LESS_THAN_OR_EQUAL, column(LineItems.DISCOUNT), money(7)),
            bool(Function.LESS_THAN, column(LineItems.QUANTITY), money(2_400)));
    Expression revenue =
        call(
            REVENUE,
            Function.MULTIPLY,
            column(LineItems.EXTENDED_PRICE),
            column(LineItems.DISCOUNT));
    Operator filter = filter(predicate);
    return plan(layout, filter, aggregate(List.of(), sum(revenue, REVENUE)));
  }

  /** Nearly all rows in six groups; four sums, three averages, a count. */
  public static byte[] q1(Layout layout) {
    Expression price = column(LineItems.EXTENDED_PRICE);
    Expression quantity = column(LineItems.QUANTITY);
    Expression discount = column(LineItems.DISCOUNT);
    Expression rest = call(ONE_MINUS, Function.SUBTRACT, one(), discount);
    Expression discounted = call(DISCOUNTED, Function.MULTIPLY, price, rest);
    Operator filter =
        filter(
            bool(
                Function.LESS_THAN_OR_EQUAL,
                column(LineItems.SHIP_DATE),
                date(LineItems.Q1_LAST_DAY)));
    return plan(
        layout,
        filter,
        aggregate(
            List.of(column(LineItems.RETURN_FLAG), column(LineItems.LINE_STATUS)),
            sum(quantity, LineItems.MONEY),
            sum(price, LineItems.MONEY),
            sum(discounted, DISCOUNTED),
            sum(column(LineItems.TAX), LineItems.MONEY),
            average(quantity),
            average(price),
            average(discount),
            call(AggregateFunction.COUNT, null, SqlType.BIGINT)));
  }

  /** Three columns of the rows with a small part number: 1 in 100, alike in all blocks. */
  public static byte[] parts(Layout layout) {
    Expression last =
        literal(SqlType.BIGINT, Literal.newBuilder().setInteger(LineItems.PARTS / 100 - 1));
    Project project =
        Project.newBuilder()
            .addExpressions(column(LineItems.ORDER_KEY))
            .addExpressions(column(LineItems.PART_KEY))
            .addExpressions(column(LineItems.EXTENDED_PRICE))
            .build();
    return plan(
        layout,
        filter(bool(Function.LESS_THAN_OR_EQUAL, column(LineItems.PART_KEY), last)),
        Operator.newBuilder().setProject(project).build());
  }

  /** So many sums, each of another product of the same row: much to compute, one row to send. */
  static byte[] sums(Layout layout, int count) {
    AggregateCall[] sums = new AggregateCall[count];
    for (int i = 0; i < count; i++) {
      Expression product =
          call(REVENUE, Function.MULTIPLY, column(LineItems.EXTENDED_PRICE), money(i));
      sums[i] = sum(product, REVENUE);
    }
    return plan(layout, aggregate(List.of(), sums));
  }

  /** A row with two columns for each row, of which the first is another one in every row. */
  public static byte[] distinctRows(Layout layout) {
    Project project =
        Project.newBuilder()
            .addExpressions(distinct())
            .addExpressions(column(LineItems.EXTENDED_PRICE))
            .build();
    return plan(layout, Operator.newBuilder().setProject(project).build());
  }

  /**
   * Makes the plan that groups these columns: as many groups as rows, in no order; a count and a
   * sum.
   */
  public static byte[] distinctGroups(Layout layout) {
    return plan(
        layout,
        aggregate(
            List.of(distinct()),
            call(AggregateFunction.COUNT, null, SqlType.BIGINT),
            sum(column(LineItems.EXTENDED_PRICE), LineItems.MONEY)));
  }

  /**
   * A count and a sum over the rows with these row numbers.
   *
   * @param skips whether row-key ranges can be seen in the condition; else all rows are read
   */
  static byte[] rowsIn(Layout layout, long[] rowNumbers, boolean skips) {
    Expression all = literal(SqlType.BIGINT, Literal.newBuilder().setInteger(-1));
    Expression rowNumber =
        skips ? rowNumber() : call(SqlType.BIGINT, Function.BITWISE_AND, rowNumber(), all);
    Values.Builder values = Values.newBuilder();
    Arrays.stream(rowNumbers).forEach(values::addIntegers);
    Expression list =
        Expression.newBuilder().setType(SqlTypes.toWire(SqlType.BIGINT)).setValues(values).build();
    return plan(
        layout,
        filter(bool(Function.IN, rowNumber, list)),
        aggregate(
            List.of(),
            call(AggregateFunction.COUNT, null, SqlType.BIGINT),
            sum(column(LineItems.EXTENDED_PRICE), LineItems.MONEY)));
  }

  /** Two columns of the rows with these numbers. */
  public static byte[] rowsOf(Layout layout, List<Long> rows) {
    Expression[] isIn =
        Stream.concat(Stream.of(rowNumber()), rows.stream().map(FloorPlans::bigint))
            .toArray(Expression[]::new);
    Project project =
        Project.newBuilder()
            .addExpressions(rowNumber())
            .addExpressions(column(LineItems.EXTENDED_PRICE))
            .build();
    return plan(
        layout, filter(bool(Function.IN, isIn)), Operator.newBuilder().setProject(project).build());
  }

  private static Expression rowNumber() {
    return Expression.newBuilder().setType(SqlTypes.toWire(SqlType.BIGINT)).setColumn(0).build();
  }

  private static Expression bigint(long value) {
    return literal(SqlType.BIGINT, Literal.newBuilder().setInteger(value));
  }

  /** Another value in every row, in another order than the row keys. */
  private static Expression distinct() {
    return call(SqlType.BIGINT, Function.XXHASH64, bigint(42), rowNumber());
  }

  private static byte[] plan(Layout layout, Operator... operators) {
    return SubPlan.newBuilder()
        .setFormatVersion(1)
        .setTable(layout.table())
        .addAllOperators(List.of(operators))
        .build()
        .toByteArray();
  }

  private static Operator filter(Expression predicate) {
    return Operator.newBuilder().setFilter(Filter.newBuilder().setPredicate(predicate)).build();
  }

  private static Operator aggregate(List<Expression> groupBy, AggregateCall... calls) {
    return Operator.newBuilder()
        .setAggregate(Aggregate.newBuilder().addAllGroupBy(groupBy).addAllCalls(List.of(calls)))
        .build();
  }

  private static AggregateCall sum(Expression argument, SqlType type) {
    SqlType state = SqlType.decimal(Math.min(38, type.precision() + 10), type.scale());
    return call(AggregateFunction.SUM, argument, state, SqlType.BOOLEAN);
  }

  private static AggregateCall average(Expression argument) {
    SqlType state = SqlType.decimal(LineItems.MONEY.precision() + 10, LineItems.MONEY.scale());
    return call(AggregateFunction.AVG, argument, state, SqlType.BIGINT);
  }

  private static AggregateCall call(
      AggregateFunction function, Expression argument, SqlType... state) {
    AggregateCall.Builder call =
        AggregateCall.newBuilder().setFunction(function).setEvalMode(EvalMode.ANSI);
    if (argument != null) {
      call.addArguments(argument);
    }
    for (SqlType type : state) {
      call.addStateTypes(SqlTypes.toWire(type));
    }
    return call.build();
  }

  /** A value column; the row key is column 0. */
  private static Expression column(int position) {
    return Expression.newBuilder()
        .setType(SqlTypes.toWire(LineItems.COLUMNS.get(position).type()))
        .setColumn(position + 1)
        .build();
  }

  private static Expression bool(Function function, Expression... arguments) {
    return call(SqlType.BOOLEAN, function, arguments);
  }

  private static Expression call(SqlType type, Function function, Expression... arguments) {
    return Expression.newBuilder()
        .setType(SqlTypes.toWire(type))
        .setCall(
            Call.newBuilder()
                .setFunction(function)
                .setEvalMode(EvalMode.ANSI)
                .addAllArguments(List.of(arguments)))
        .build();
  }

  private static Expression date(int days) {
    return literal(SqlType.DATE, Literal.newBuilder().setInteger(days));
  }

  private static Expression money(long cents) {
    return literal(LineItems.MONEY, decimal(cents));
  }

  private static Expression one() {
    return literal(SqlType.decimal(1, 0), decimal(1));
  }

  private static Literal.Builder decimal(long unscaled) {
    return Literal.newBuilder()
        .setDecimal(ByteString.copyFrom(BigInteger.valueOf(unscaled).toByteArray()));
  }

  private static Expression literal(SqlType type, Literal.Builder value) {
    return Expression.newBuilder().setType(SqlTypes.toWire(type)).setLiteral(value).build();
  }
}
