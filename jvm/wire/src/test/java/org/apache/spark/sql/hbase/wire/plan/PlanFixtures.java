package org.apache.spark.sql.hbase.wire.plan;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.sql.hbase.wire.proto.Aggregate;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.BroadcastJoin;
import org.apache.spark.sql.hbase.wire.proto.BuildColumn;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expand;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.FamilyMap;
import org.apache.spark.sql.hbase.wire.proto.Filter;
import org.apache.spark.sql.hbase.wire.proto.FloatingDigits;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.JoinType;
import org.apache.spark.sql.hbase.wire.proto.KeyForm;
import org.apache.spark.sql.hbase.wire.proto.KeyPart;
import org.apache.spark.sql.hbase.wire.proto.KeyPrefix;
import org.apache.spark.sql.hbase.wire.proto.Limit;
import org.apache.spark.sql.hbase.wire.proto.Literal;
import org.apache.spark.sql.hbase.wire.proto.NestedType;
import org.apache.spark.sql.hbase.wire.proto.NullOrder;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.PackedCell;
import org.apache.spark.sql.hbase.wire.proto.PackedField;
import org.apache.spark.sql.hbase.wire.proto.Project;
import org.apache.spark.sql.hbase.wire.proto.RowRange;
import org.apache.spark.sql.hbase.wire.proto.SortDirection;
import org.apache.spark.sql.hbase.wire.proto.SortKey;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.TopN;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;
import org.apache.spark.sql.hbase.wire.proto.ValueCell;
import org.apache.spark.sql.hbase.wire.proto.Values;

/**
 * Legal sub-plans that together use every message of the contract, and the parts to make illegal
 * ones of.
 */
public final class PlanFixtures {
  public static final DataType BOOLEAN = type(TypeKind.BOOLEAN);
  public static final DataType TINYINT = type(TypeKind.TINYINT);
  public static final DataType SMALLINT = type(TypeKind.SMALLINT);
  public static final DataType INT = type(TypeKind.INT);
  public static final DataType BIGINT = type(TypeKind.BIGINT);
  public static final DataType FLOAT = type(TypeKind.FLOAT);
  public static final DataType DOUBLE = type(TypeKind.DOUBLE);
  public static final DataType STRING = type(TypeKind.STRING);
  public static final DataType BINARY = type(TypeKind.BINARY);
  public static final DataType DATE = type(TypeKind.DATE);
  public static final DataType TIMESTAMP = type(TypeKind.TIMESTAMP);
  public static final DataType TIMESTAMP_NTZ = type(TypeKind.TIMESTAMP_NTZ);

  private PlanFixtures() {}

  public static DataType type(TypeKind kind) {
    return DataType.newBuilder().setKind(kind).build();
  }

  public static DataType decimal(int precision, int scale) {
    return DataType.newBuilder()
        .setKind(TypeKind.DECIMAL)
        .setPrecision(precision)
        .setScale(scale)
        .build();
  }

  public static Expression column(int position, DataType type) {
    return Expression.newBuilder().setType(type).setColumn(position).build();
  }

  public static Expression call(DataType type, Function function, Expression... arguments) {
    return call(type, function, EvalMode.EVAL_MODE_UNSPECIFIED, arguments);
  }

  public static Expression call(
      DataType type, Function function, EvalMode mode, Expression... arguments) {
    Call call =
        Call.newBuilder()
            .setFunction(function)
            .setEvalMode(mode)
            .addAllArguments(List.of(arguments))
            .build();
    return Expression.newBuilder().setType(type).setCall(call).build();
  }

  public static Expression literal(DataType type, Literal.Builder literal) {
    return Expression.newBuilder().setType(type).setLiteral(literal).build();
  }

  public static Expression integer(DataType type, long value) {
    return literal(type, Literal.newBuilder().setInteger(value));
  }

  public static Expression string(String value) {
    return literal(STRING, Literal.newBuilder().setBinary(ByteString.copyFromUtf8(value)));
  }

  public static Operator filter(Expression predicate) {
    return Operator.newBuilder().setFilter(Filter.newBuilder().setPredicate(predicate)).build();
  }

  /** Rows of these ranges only; an empty stop is the end of the table. */
  public static SubPlan inRowRanges(boolean isOptional, String... startsAndStops) {
    Filter.Builder filter =
        Filter.newBuilder()
            .setPredicate(literal(BOOLEAN, Literal.newBuilder().setBoolean(true)))
            .setOptional(isOptional);
    for (int i = 0; i < startsAndStops.length; i += 2) {
      filter.addRowRanges(
          RowRange.newBuilder()
              .setStart(ByteString.copyFromUtf8(startsAndStops[i]))
              .setStop(ByteString.copyFromUtf8(startsAndStops[i + 1])));
    }
    return plan(columnsLayout(), Operator.newBuilder().setFilter(filter).build());
  }

  public static Operator project(Expression... expressions) {
    Project project = Project.newBuilder().addAllExpressions(List.of(expressions)).build();
    return Operator.newBuilder().setProject(project).build();
  }

  public static Operator limit(long rows) {
    return Operator.newBuilder().setLimit(Limit.newBuilder().setRows(rows)).build();
  }

  public static SubPlan plan(TableLayout table, Operator... operators) {
    return SubPlan.newBuilder()
        .setFormatVersion(SubPlans.FORMAT_VERSION)
        .setTable(table)
        .addAllOperators(List.of(operators))
        .build();
  }

  /**
   * {@code events (id BIGINT key, at TIMESTAMP key descending, note STRING, amount DECIMAL(12,2))},
   * a cell per column.
   */
  public static TableLayout columnsLayout() {
    return TableLayout.newBuilder()
        .setName("default.events")
        .addColumns(key("id", BIGINT, false))
        .addColumns(key("at", TIMESTAMP, true))
        .addColumns(cell("note", STRING, Encoding.TEXT))
        .addColumns(cell("amount", decimal(12, 2), Encoding.ORDERED))
        .addColumns(cell("flag", BOOLEAN, Encoding.HBASE))
        .addFamilies(bytes("f"))
        .build();
  }

  /**
   * {@code flights (carrier STRING key, distance INT, fare DECIMAL(10,2), delay DOUBLE)}, one cell
   * per row.
   */
  public static TableLayout packedLayout() {
    PackedCell cell =
        PackedCell.newBuilder()
            .setFamily(bytes("p"))
            .setQualifier(bytes("r"))
            .addFields(INT)
            .addFields(DATE)
            .addFields(decimal(10, 2))
            .addFields(DOUBLE)
            .build();
    return TableLayout.newBuilder()
        .setName("default.flights")
        .addColumns(key("carrier", STRING, false))
        .addColumns(packed("distance", INT, 0))
        .addColumns(packed("fare", decimal(10, 2), 2))
        .addColumns(packed("delay", DOUBLE, 3))
        .addFamilies(bytes("p"))
        .addPackedCells(cell)
        .build();
  }

  /** Makes a plan over these columns in groups of rows. */
  public static SubPlan columnar() {
    TableLayout.Builder layout = packedLayout().toBuilder();
    layout.getColumnarBuilder().setGroupBits(12);
    return plan(layout.build());
  }

  public static SubPlan scanOnly() {
    return plan(columnsLayout());
  }

  /** With a map of all other cells, and NULL for what does not decode. */
  public static SubPlan familyMap() {
    DataType type =
        DataType.newBuilder()
            .setKind(TypeKind.MAP)
            .addNested(NestedType.newBuilder().setType(STRING))
            .addNested(NestedType.newBuilder().setType(BIGINT))
            .build();
    FamilyMap.Builder map = FamilyMap.newBuilder().setFamily(bytes("f")).setEncoding(Encoding.TEXT);
    map.addExcludedQualifiers(bytes("_0")).addExcludedQualifiers(bytes("note"));
    Column.Builder tags = Column.newBuilder().setName("tags").setType(type).setNullable(true);
    return plan(
        columnsLayout().toBuilder()
            .addColumns(tags.setFamilyMap(map))
            .setUndecodableAsNull(true)
            .build());
  }

  /** Values that do not decode are NULL, and rows with such row keys none of the table. */
  public static SubPlan permissive() {
    return plan(
        columnsLayout().toBuilder()
            .setUndecodableAsNull(true)
            .setSetsAsideForeignRows(true)
            .build());
  }

  /** Makes a plan over a table of eight buckets by the first key column. */
  public static SubPlan salted() {
    return prefixed(KeyPrefix.newBuilder().setSaltBuckets(8).addParts(0));
  }

  /** The first key column with this form; it must be one that may have it. */
  public static SubPlan formed(KeyForm form, int delimiter) {
    TableLayout.Builder table = columnsLayout().toBuilder();
    KeyPart.Builder part = table.getColumnsBuilder(0).getKeyBuilder();
    part.setEncoding(Encoding.TEXT).setForm(form).setDelimiter(delimiter);
    return plan(table.build());
  }

  /** The first key column is STRING and has this form and width. */
  public static SubPlan wide(KeyForm form, int width) {
    TableLayout.Builder table = columnsLayout().toBuilder();
    table.getColumnsBuilder(0).setType(STRING).getKeyBuilder().setForm(form).setWidth(width);
    return plan(table.build());
  }

  public static SubPlan prefixed(KeyPrefix.Builder prefix) {
    return plan(columnsLayout().toBuilder().setKeyPrefix(prefix).build());
  }

  /**
   * Filter, then partial aggregation with the oldest functions and a FILTER clause, then a limit.
   */
  public static SubPlan aggregation() {
    Expression distance = column(1, INT);
    Expression fare = column(2, decimal(10, 2));
    Expression delay = column(3, DOUBLE);
    Expression predicate =
        call(
            BOOLEAN,
            Function.AND,
            call(BOOLEAN, Function.GREATER_THAN, distance, integer(INT, 100)),
            call(BOOLEAN, Function.IN, column(0, STRING), string("AA"), string("UA")));
    Aggregate aggregate =
        Aggregate.newBuilder()
            .addGroupBy(column(0, STRING))
            .addCalls(aggregate(AggregateFunction.COUNT).addStateTypes(BIGINT))
            .addCalls(
                aggregate(AggregateFunction.SUM, distance)
                    .setEvalMode(EvalMode.ANSI)
                    .setFilter(call(BOOLEAN, Function.IS_NOT_NULL, delay))
                    .addStateTypes(BIGINT))
            .addCalls(
                aggregate(AggregateFunction.SUM, fare)
                    .setEvalMode(EvalMode.ANSI)
                    .addStateTypes(decimal(20, 2))
                    .addStateTypes(BOOLEAN))
            .addCalls(
                aggregate(AggregateFunction.AVG, delay)
                    .setEvalMode(EvalMode.LEGACY)
                    .addStateTypes(DOUBLE)
                    .addStateTypes(BIGINT))
            .addCalls(aggregate(AggregateFunction.MIN, distance).addStateTypes(INT))
            .addCalls(aggregate(AggregateFunction.MAX, distance).addStateTypes(INT))
            .build();
    Operator aggregation = Operator.newBuilder().setAggregate(aggregate).build();
    return plan(packedLayout(), filter(predicate), aggregation, limit(1000));
  }

  /** A literal of every kind, nested calls, a time zone. */
  public static SubPlan expressions() {
    byte[] unscaled = BigInteger.valueOf(-12345).toByteArray();
    Call hour =
        Call.newBuilder()
            .setFunction(Function.HOUR)
            .addArguments(column(1, TIMESTAMP))
            .setTimeZone("America/Los_Angeles")
            .build();
    Expression added =
        call(
            BIGINT, Function.ADD, EvalMode.TRY, column(0, BIGINT), integer(BIGINT, Long.MIN_VALUE));
    return plan(
        columnsLayout(),
        project(
            added,
            Expression.newBuilder().setType(INT).setCall(hour).build(),
            literal(STRING, Literal.newBuilder().setNull(true)),
            literal(BOOLEAN, Literal.newBuilder().setBoolean(false)),
            integer(TINYINT, -128),
            literal(FLOAT, Literal.newBuilder().setFloating(0.5)),
            literal(DOUBLE, Literal.newBuilder().setFloating(-0.0)),
            literal(
                BINARY, Literal.newBuilder().setBinary(ByteString.copyFrom(new byte[] {0, -1}))),
            literal(decimal(12, 2), Literal.newBuilder().setDecimal(ByteString.copyFrom(unscaled))),
            integer(DATE, -719162)),
        filter(call(BOOLEAN, Function.NOT, column(3, BOOLEAN))),
        limit(0));
  }

  /** A DOUBLE as text. */
  public static SubPlan digits() {
    Expression.Builder text =
        call(
            STRING,
            Function.CAST,
            EvalMode.ANSI,
            literal(DOUBLE, Literal.newBuilder().setFloating(2e23)))
            .toBuilder();
    text.getCallBuilder().setFloatingDigits(FloatingDigits.SOME_LONGER_DIGITS);
    return plan(columnsLayout(), project(text.build()));
  }

  /** The hour of the day in a time zone, and a text as a timestamp. */
  public static SubPlan javaRules() {
    Call hour =
        Call.newBuilder()
            .setFunction(Function.HOUR)
            .addArguments(column(1, TIMESTAMP))
            .setTimeZone("America/Mexico_City")
            .setJavaRules(0x0123456789abcdefL)
            .build();
    Call time =
        Call.newBuilder()
            .setFunction(Function.CAST)
            .addArguments(column(2, STRING))
            .setEvalMode(EvalMode.ANSI)
            .setTimeZone("UTC")
            .setTextZoneRules(0xfedcba9876543210L)
            .build();
    return plan(
        columnsLayout(),
        project(
            Expression.newBuilder().setType(INT).setCall(hour).build(),
            Expression.newBuilder().setType(TIMESTAMP).setCall(time).build()));
  }

  /** In which of seven buckets between -10 and 10 the amount lies. */
  public static SubPlan widthBucket() {
    Call amount =
        Call.newBuilder()
            .setFunction(Function.CAST)
            .addArguments(column(3, decimal(12, 2)))
            .setEvalMode(EvalMode.ANSI)
            .build();
    Call bucket =
        Call.newBuilder()
            .setFunction(Function.WIDTH_BUCKET)
            .addArguments(Expression.newBuilder().setType(DOUBLE).setCall(amount))
            .addArguments(literal(DOUBLE, Literal.newBuilder().setFloating(-10)))
            .addArguments(literal(DOUBLE, Literal.newBuilder().setFloating(10)))
            .addArguments(literal(BIGINT, Literal.newBuilder().setInteger(7)))
            .build();
    return plan(
        columnsLayout(), project(Expression.newBuilder().setType(BIGINT).setCall(bucket).build()));
  }

  /** The ten latest events, those without an amount last. */
  public static SubPlan topN() {
    TopN topN =
        TopN.newBuilder()
            .setRows(10)
            .addKeys(sortKey(column(3, decimal(12, 2)), SortDirection.DESCENDING))
            .addKeys(sortKey(column(1, TIMESTAMP), SortDirection.ASCENDING))
            .build();
    return plan(columnsLayout(), Operator.newBuilder().setTopN(topN).build());
  }

  /** With NULL last. */
  public static SortKey sortKey(Expression expression, SortDirection direction) {
    return SortKey.newBuilder()
        .setExpression(expression)
        .setDirection(direction)
        .setNulls(NullOrder.NULLS_LAST)
        .build();
  }

  /** {@code SELECT carrier, count(*) GROUP BY ROLLUP(carrier)}. */
  public static SubPlan expand() {
    Operator groups =
        expand(
            project(column(0, STRING), integer(BIGINT, 0)),
            project(literal(STRING, Literal.newBuilder().setNull(true)), integer(BIGINT, 1)));
    return plan(packedLayout(), groups, count(column(0, STRING), column(1, BIGINT)));
  }

  /** {@code SELECT name, count(*) FROM flights JOIN names USING (distance) GROUP BY name}. */
  public static SubPlan broadcastJoin() {
    BroadcastJoin join =
        BroadcastJoin.newBuilder()
            .setType(JoinType.INNER)
            .addKeys(column(1, INT))
            .addBuildKeys(build(INT, Values.newBuilder().addIntegers(300).addIntegers(70)))
            .addBuildValues(
                build(STRING, Values.newBuilder().addBinaries(bytes("far"))).addNulls(1))
            .build();
    Operator lookup = Operator.newBuilder().setBroadcastJoin(join).build();
    return plan(packedLayout(), lookup, count(column(4, STRING)));
  }

  public static BuildColumn.Builder build(DataType type, Values.Builder values) {
    return BuildColumn.newBuilder().setType(type).setValues(values);
  }

  public static Operator expand(Operator... projections) {
    Expand.Builder expand = Expand.newBuilder();
    for (Operator projection : projections) {
      expand.addProjections(projection.getProject());
    }
    return Operator.newBuilder().setExpand(expand).build();
  }

  /** Counts the rows of each group. */
  public static Operator count(Expression... groupBy) {
    Aggregate.Builder aggregate =
        Aggregate.newBuilder()
            .addAllGroupBy(List.of(groupBy))
            .addCalls(aggregate(AggregateFunction.COUNT).addStateTypes(BIGINT));
    return Operator.newBuilder().setAggregate(aggregate).build();
  }

  public static AggregateCall.Builder aggregate(
      AggregateFunction function, Expression... arguments) {
    return AggregateCall.newBuilder().setFunction(function).addAllArguments(List.of(arguments));
  }

  public static ByteString bytes(String text) {
    return ByteString.copyFrom(text, StandardCharsets.UTF_8);
  }

  private static Column key(String name, DataType type, boolean descending) {
    KeyPart part =
        KeyPart.newBuilder().setEncoding(Encoding.ORDERED).setDescending(descending).build();
    return Column.newBuilder().setName(name).setType(type).setKey(part).build();
  }

  private static Column cell(String name, DataType type, Encoding encoding) {
    ValueCell.Builder cell =
        ValueCell.newBuilder()
            .setFamily(bytes("f"))
            .setQualifier(bytes(name))
            .setEncoding(encoding);
    return Column.newBuilder().setName(name).setType(type).setNullable(true).setCell(cell).build();
  }

  private static Column packed(String name, DataType type, int field) {
    return Column.newBuilder()
        .setName(name)
        .setType(type)
        .setNullable(true)
        .setPacked(PackedField.newBuilder().setCell(0).setField(field))
        .build();
  }
}
