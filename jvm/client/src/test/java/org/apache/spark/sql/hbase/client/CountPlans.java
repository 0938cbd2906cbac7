package org.apache.spark.sql.hbase.client;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.wire.proto.Aggregate;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Filter;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.KeyPart;
import org.apache.spark.sql.hbase.wire.proto.Limit;
import org.apache.spark.sql.hbase.wire.proto.Literal;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;
import org.apache.spark.sql.hbase.wire.proto.ValueCell;

/**
 * Sub-plans over the tests' table {@code (k INT, v BIGINT, PRIMARY KEY (k))}, where {@code v = 10 *
 * k}: the same counts and sums can be worked out by hand for any range of keys.
 */
public final class CountPlans {
  public static final byte[] FAMILY = Bytes.toBytes("f");
  static final byte[] QUALIFIER = Bytes.toBytes("v");

  private static final DataType INT = type(TypeKind.INT);
  private static final DataType BIGINT = type(TypeKind.BIGINT);
  private static final DataType BOOLEAN = type(TypeKind.BOOLEAN);
  private static final DataType STRING = type(TypeKind.STRING);

  private CountPlans() {}

  /** {@code SELECT count(*), sum(v)}: one row of state per emission. */
  public static SubPlan countAndSum() {
    return table().addOperators(aggregate()).build();
  }

  /** {@code SELECT count(*), sum(v) WHERE v >= bound}. */
  public static SubPlan countAndSumFrom(long bound) {
    return table().addOperators(filterFrom(bound)).addOperators(aggregate()).build();
  }

  /** {@code SELECT count(*), sum(v) WHERE NOT repeat(lpad(k, 1000, '7'), 8) RLIKE regex}. */
  static SubPlan countAndSumOfUnmatched(String regex) {
    Expression text = call(Function.CAST, STRING, column(0, INT));
    Expression padded = call(Function.PAD_LEFT, STRING, text, literal(INT, 1_000), literal("7"));
    Expression repeated = call(Function.REPEAT, STRING, padded, literal(INT, 8));
    Expression isFound = call(Function.RLIKE, BOOLEAN, repeated, literal(regex));
    return table()
        .addOperators(filter(call(Function.NOT, BOOLEAN, isFound)))
        .addOperators(aggregate())
        .build();
  }

  /** {@code SELECT k, count(*), sum(v) GROUP BY k}: as many groups as rows. */
  static SubPlan groupByKey() {
    Aggregate grouped = aggregate().getAggregate().toBuilder().addGroupBy(column(0, INT)).build();
    return table().addOperators(Operator.newBuilder().setAggregate(grouped)).build();
  }

  /** {@code SELECT k, v LIMIT rows}. */
  public static SubPlan firstRows(long rows) {
    return table()
        .addOperators(Operator.newBuilder().setLimit(Limit.newBuilder().setRows(rows)))
        .build();
  }

  /** {@code SELECT k, v WHERE v >= bound LIMIT rows}. */
  public static SubPlan firstRowsFrom(long bound, long rows) {
    return table()
        .addOperators(filterFrom(bound))
        .addOperators(Operator.newBuilder().setLimit(Limit.newBuilder().setRows(rows)))
        .build();
  }

  /** {@code SELECT k, v ORDER BY k DESC LIMIT rows}. */
  public static SubPlan lastRows(long rows) {
    return table().addOperators(lastOf(rows)).build();
  }

  /** {@code SELECT k, v WHERE v >= bound ORDER BY k DESC LIMIT rows}. */
  static SubPlan lastRowsFrom(long bound, long rows) {
    return table().addOperators(filterFrom(bound)).addOperators(lastOf(rows)).build();
  }

  private static Operator lastOf(long rows) {
    return Operator.newBuilder()
        .setLimit(Limit.newBuilder().setRows(rows).setFromEnd(true))
        .build();
  }

  /** {@code SELECT k, v WHERE v >= bound}. */
  public static SubPlan rowsFrom(long bound) {
    return table().addOperators(filterFrom(bound)).build();
  }

  /** {@code SELECT k, v}. */
  public static SubPlan allRows() {
    return table().build();
  }

  /** Row key of {@code k}: four bytes, sign bit flipped. */
  public static byte[] key(int k) {
    return ByteBuffer.allocate(4).putInt(k ^ Integer.MIN_VALUE).array();
  }

  /** The inverse of {@link #key} for a row key of the table. */
  static int keyOf(byte[] row) {
    return ByteBuffer.wrap(row).getInt() ^ Integer.MIN_VALUE;
  }

  /** Cell value of {@code v}: eight bytes, sign bit flipped. */
  static byte[] value(long v) {
    return ByteBuffer.allocate(8).putLong(v ^ Long.MIN_VALUE).array();
  }

  private static SubPlan.Builder table() {
    TableLayout layout =
        TableLayout.newBuilder()
            .setName("numbers")
            .addColumns(
                Column.newBuilder()
                    .setName("k")
                    .setType(INT)
                    .setKey(KeyPart.newBuilder().setEncoding(Encoding.ORDERED)))
            .addColumns(
                Column.newBuilder()
                    .setName("v")
                    .setType(BIGINT)
                    .setNullable(true)
                    .setCell(
                        ValueCell.newBuilder()
                            .setFamily(ByteString.copyFrom(FAMILY))
                            .setQualifier(ByteString.copyFrom(QUALIFIER))
                            .setEncoding(Encoding.ORDERED)))
            .addFamilies(ByteString.copyFrom(FAMILY))
            .build();
    return SubPlan.newBuilder().setFormatVersion(1).setTable(layout);
  }

  private static Operator aggregate() {
    AggregateCall count =
        AggregateCall.newBuilder()
            .setFunction(AggregateFunction.COUNT)
            .setEvalMode(EvalMode.ANSI)
            .addStateTypes(BIGINT)
            .build();
    AggregateCall sum =
        AggregateCall.newBuilder()
            .setFunction(AggregateFunction.SUM)
            .setEvalMode(EvalMode.ANSI)
            .addArguments(column(1, BIGINT))
            .addStateTypes(BIGINT)
            .build();
    return Operator.newBuilder()
        .setAggregate(Aggregate.newBuilder().addCalls(count).addCalls(sum))
        .build();
  }

  private static Operator filterFrom(long bound) {
    return filter(
        call(Function.GREATER_THAN_OR_EQUAL, BOOLEAN, column(1, BIGINT), literal(BIGINT, bound)));
  }

  private static Operator filter(Expression predicate) {
    return Operator.newBuilder().setFilter(Filter.newBuilder().setPredicate(predicate)).build();
  }

  private static Expression call(Function function, DataType type, Expression... arguments) {
    Call call =
        Call.newBuilder()
            .setFunction(function)
            .setEvalMode(EvalMode.ANSI)
            .addAllArguments(List.of(arguments))
            .build();
    return Expression.newBuilder().setType(type).setCall(call).build();
  }

  private static Expression literal(DataType type, long value) {
    return Expression.newBuilder()
        .setType(type)
        .setLiteral(Literal.newBuilder().setInteger(value))
        .build();
  }

  private static Expression literal(String value) {
    return Expression.newBuilder()
        .setType(STRING)
        .setLiteral(Literal.newBuilder().setBinary(ByteString.copyFromUtf8(value)))
        .build();
  }

  private static Expression column(int position, DataType type) {
    return Expression.newBuilder().setType(type).setColumn(position).build();
  }

  private static DataType type(TypeKind kind) {
    return DataType.newBuilder().setKind(kind).build();
  }
}
