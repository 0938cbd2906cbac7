package org.apache.spark.sql.hbase.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.OverloadedException;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.testkit.ColumnarRows;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureCell;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.FrameStatistics;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Limit;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups of rows give the answers of the same rows in layout {@code packed}. */
class TestColumnarGroups {
  private static final int ROWS = 300;
  private static final List<FixtureColumn> COLUMNS =
      List.of(
          new FixtureColumn("shop", SqlType.STRING),
          new FixtureColumn("day", SqlType.INT),
          new FixtureColumn("a", SqlType.INT),
          new FixtureColumn("b", SqlType.STRING),
          new FixtureColumn("c", SqlType.decimal(38, 10)),
          new FixtureColumn("d", SqlType.DOUBLE),
          new FixtureColumn("e", SqlType.array(SqlType.INT)));

  /** The binary form of the array (7). */
  private static final byte[] ARRAY = {1, 0, 0, 0, 1, 0, 0, 0, 0, 7};

  /** Within the shop, in the middle of the day, behind whole row keys. */
  private static final List<Integer> GROUP_BITS = List.of(4, 12, 16, 43, 48, 400);

  private final FixtureTable table = table(new Random(17));

  private static FixtureTable table(Random random) {
    FixtureTable table = new FixtureTable(COLUMNS, 2, Layout.PACKED);
    for (int i = 0; i < ROWS; i++) {
      table.add(
          "s".repeat(random.nextInt(2)) + (char) ('a' + random.nextInt(3)),
          i,
          random.nextInt(4) == 0 ? null : random.nextInt(50),
          random.nextInt(4) == 0 ? null : "b".repeat(random.nextInt(5)),
          random.nextInt(4) == 0 ? null : random.nextLong(),
          random.nextInt(4) == 0 ? null : random.nextInt(9) / 2.0,
          random.nextInt(4) == 0 ? null : ARRAY);
    }
    return table;
  }

  private Expression column(int ordinal) {
    return Plans.column(table, ordinal);
  }

  private Expression less(int ordinal, Expression than) {
    return Plans.call(Function.LESS_THAN, SqlType.BOOLEAN, column(ordinal), than);
  }

  private Operator filter(Expression predicate) {
    return Plans.filter(predicate);
  }

  private Expression number(long value) {
    return Plans.integer(value, SqlType.INT);
  }

  static Stream<String> plans() {
    return Stream.of(
        "all",
        "count",
        "keys",
        "values",
        "range",
        "rangeOfAll",
        "none",
        "notNull",
        "double",
        "key",
        "group");
  }

  private Operator[] operators(String plan) {
    return switch (plan) {
      case "count" -> new Operator[] {Plans.aggregate(List.of(), Plans.countRows())};
      case "keys" -> new Operator[] {Plans.project(column(1), column(0))};
      case "values" -> new Operator[] {Plans.project(column(4), column(6), column(3))};
      case "range" -> new Operator[] {filter(less(2, number(10))), Plans.project(column(1))};
      case "rangeOfAll" -> new Operator[] {filter(less(2, number(10)))};
      case "none" -> new Operator[] {filter(less(2, number(-10)))};
      case "notNull" ->
          new Operator[] {
            filter(Plans.call(Function.IS_NOT_NULL, SqlType.BOOLEAN, column(5))),
            Plans.project(column(5), column(1))
          };
      case "double" -> new Operator[] {filter(less(5, Plans.floating(1.0)))};
      case "key" -> new Operator[] {filter(less(1, number(20)))};
      case "group" ->
          new Operator[] {
            Plans.aggregate(
                List.of(column(0)),
                Plans.countRows(),
                Plans.aggregateCall(AggregateFunction.SUM, column(2)),
                Plans.aggregateCall(AggregateFunction.LAST, column(3)))
          };
      default -> new Operator[] {};
    };
  }

  @ParameterizedTest
  @MethodSource("plans")
  void theRowsOfALoadAreThoseOfThePackedTable(String plan) throws IOException {
    List<List<Object>> expected = expected(plan);
    for (int bits : GROUP_BITS) {
      List<FixtureRow> groups = ColumnarRows.loaded(table, bits, new Random(bits));
      assertEquals(expected, run(bits, groups, operators(plan)), "bits=" + bits);
    }
  }

  @ParameterizedTest
  @MethodSource("plans")
  void ofEveryRowKeyTheNewestRowCounts(String plan) throws IOException {
    List<List<Object>> expected = expected(plan);
    for (int bits : GROUP_BITS) {
      for (int seed = 0; seed < 8; seed++) {
        List<FixtureRow> groups = ColumnarRows.changed(table, bits, new Random(seed));
        assertEquals(
            expected, run(bits, groups, operators(plan)), "bits=" + bits + " seed=" + seed);
      }
    }
  }

  /** All arrays are made anew for each batch. */
  @ParameterizedTest
  @MethodSource("plans")
  void theRowsAreTheSameWhereMemoryIsShort(String plan) throws IOException {
    MemoryAccount server = MemoryAccount.ofLimit(64L << 20);
    assertTrue(server.tryReserve(40L << 20));
    for (int bits : List.of(12, 43)) {
      List<FixtureRow> groups = ColumnarRows.changed(table, bits, new Random(bits));
      CompiledSubPlan columnar = compile(ColumnarRows.layout(table, bits), operators(plan));
      EngineRun run =
          EngineRun.of(
              columnar,
              new InMemoryRowSource(columnar, groups),
              EngineRun.WIDE,
              MemoryAccount.unlimited(),
              server.newChild(Long.MAX_VALUE));
      assertEquals(expected(plan), run.rows(), "bits=" + bits);
    }
  }

  /** Values of which each chunk may have one only; Spark takes -0.0 for 0.0 and NaN for NaN. */
  private static final List<Double> NUMBERS =
      Arrays.asList(null, Double.NaN, 1.0, -0.0, 0.0, 2.5, Double.NEGATIVE_INFINITY);

  /** A condition on {@code d}, and the values that fulfil it. */
  private record Condition(String text, Predicate<Double> accepts) {
    @Override
    public String toString() {
      return text;
    }
  }

  static Stream<Condition> conditionsOfNullAndNaN() {
    return Stream.of(
        new Condition("NOT (d <=> NULL)", d -> d != null),
        new Condition("d <=> NULL", d -> d == null),
        new Condition("(d <=> 1) IS NOT TRUE", d -> d == null || d != 1),
        new Condition("d <=> NaN", d -> d != null && d.isNaN()),
        new Condition("(d <=> NaN) IS NOT TRUE", d -> d == null || !d.isNaN()),
        new Condition("d <=> 0", d -> d != null && d == 0),
        new Condition("d > 1", d -> d != null && (d > 1 || d.isNaN())));
  }

  private Expression expression(String condition) {
    Expression d = column(5);
    return switch (condition) {
      case "NOT (d <=> NULL)" -> not(same(d, Plans.nullOf(SqlType.DOUBLE)));
      case "d <=> NULL" -> same(d, Plans.nullOf(SqlType.DOUBLE));
      case "(d <=> 1) IS NOT TRUE" -> isNotTrue(same(d, Plans.floating(1)));
      case "d <=> NaN" -> same(d, Plans.floating(Double.NaN));
      case "(d <=> NaN) IS NOT TRUE" -> isNotTrue(same(d, Plans.floating(Double.NaN)));
      case "d <=> 0" -> same(d, Plans.floating(0));
      default -> Plans.call(Function.GREATER_THAN, SqlType.BOOLEAN, d, Plans.floating(1));
    };
  }

  private static Expression same(Expression left, Expression right) {
    return Plans.call(Function.EQUAL_NULL_SAFE, SqlType.BOOLEAN, left, right);
  }

  private static Expression not(Expression condition) {
    return Plans.call(Function.NOT, SqlType.BOOLEAN, condition);
  }

  private static Expression isNotTrue(Expression condition) {
    return not(same(condition, Plans.number(1, SqlType.BOOLEAN)));
  }

  @ParameterizedTest
  @MethodSource("conditionsOfNullAndNaN")
  void nullAndNaNAreJudgedAsSparkJudgesThem(Condition condition) throws IOException {
    FixtureTable numbers = new FixtureTable(COLUMNS, 2, Layout.PACKED);
    List<List<Object>> expected = new ArrayList<>();
    for (int day = 0; day < ROWS; day++) {
      Double d = NUMBERS.get(day / 16 % NUMBERS.size());
      numbers.add("a", day, null, null, null, d, null);
      if (condition.accepts().test(d)) {
        expected.add(List.of((long) day));
      }
    }
    Operator[] operators = {filter(expression(condition.text())), Plans.project(column(1))};
    for (int bits : GROUP_BITS) {
      CompiledSubPlan plan = compile(ColumnarRows.layout(numbers, bits), operators);
      for (List<FixtureRow> groups :
          List.of(
              ColumnarRows.loaded(numbers, bits, new Random(bits)),
              ColumnarRows.changed(numbers, bits, new Random(bits)))) {
        InMemoryRowSource source = new InMemoryRowSource(plan, groups);
        assertEquals(expected, EngineRun.of(plan, source, EngineRun.WIDE).rows(), "bits=" + bits);
      }
    }
  }

  private List<List<Object>> expected(String plan) throws IOException {
    CompiledSubPlan packed = Plans.compile(table, operators(plan));
    return EngineRun.of(packed, new InMemoryRowSource(packed, table.rows()), EngineRun.WIDE).rows();
  }

  private List<List<Object>> run(int bits, List<FixtureRow> groups, Operator... operators)
      throws IOException {
    CompiledSubPlan plan = compile(ColumnarRows.layout(table, bits), operators);
    return EngineRun.of(plan, new InMemoryRowSource(plan, groups), EngineRun.WIDE).rows();
  }

  private static CompiledSubPlan compile(TableLayout layout, Operator... operators) {
    return CompiledSubPlan.compile(SubPlans.parse(Plans.plan(layout, operators).toByteArray()));
  }

  /** Whole groups of NULL, of NaN, and of one value, whose chunks say so. */
  @ParameterizedTest
  @ValueSource(ints = {4, 12, 16})
  void groupsOfNullAndNaNAreFoundByWhatIsTrueOfThem(int bits) throws IOException {
    List<Double> values = Arrays.asList(null, Double.NaN, 1.0, -0.0, Double.NEGATIVE_INFINITY);
    FixtureTable special = new FixtureTable(COLUMNS, 2, Layout.PACKED);
    for (int i = 0; i < 12 * 16; i++) {
      int group = i / 16 % 6;
      Double d = group < values.size() ? values.get(group) : values.get(i % values.size());
      special.add("a", i, d == null ? null : 1, null, null, d, null);
    }
    List<FixtureRow> groups = ColumnarRows.loaded(special, bits, new Random(bits));
    Expression d = column(5);
    Expression whole = column(2);
    List<Expression> predicates = new ArrayList<>();
    for (Expression value :
        List.of(
            Plans.floating(Double.NaN),
            Plans.floating(1.0),
            Plans.floating(0.0),
            Plans.floating(Double.POSITIVE_INFINITY),
            Plans.nullOf(SqlType.DOUBLE))) {
      for (Function function :
          List.of(
              Function.EQUAL,
              Function.EQUAL_NULL_SAFE,
              Function.LESS_THAN,
              Function.GREATER_THAN_OR_EQUAL)) {
        addWithOpposites(bool(function, d, value), predicates);
        addWithOpposites(bool(function, value, d), predicates);
      }
    }
    for (Expression value : List.of(number(1), number(2), Plans.nullOf(SqlType.INT))) {
      addWithOpposites(bool(Function.EQUAL_NULL_SAFE, whole, value), predicates);
    }
    addWithOpposites(bool(Function.IS_NULL, d), predicates);
    addWithOpposites(bool(Function.IS_NOT_NULL, d), predicates);
    for (Expression predicate : predicates) {
      Operator[] operators = {filter(predicate), Plans.project(column(1))};
      CompiledSubPlan packed = Plans.compile(special, operators);
      CompiledSubPlan columnar = compile(ColumnarRows.layout(special, bits), operators);
      assertEquals(
          EngineRun.of(packed, new InMemoryRowSource(packed, special.rows()), EngineRun.WIDE)
              .rows(),
          EngineRun.of(columnar, new InMemoryRowSource(columnar, groups), EngineRun.WIDE).rows(),
          predicate::toString);
    }
  }

  private static void addWithOpposites(Expression predicate, List<Expression> to) {
    Expression yes = bool(Function.IS_NULL, Plans.nullOf(SqlType.BOOLEAN));
    to.add(predicate);
    to.add(bool(Function.NOT, predicate));
    to.add(bool(Function.NOT, bool(Function.EQUAL_NULL_SAFE, predicate, yes)));
  }

  private static Expression bool(Function function, Expression... arguments) {
    return Plans.call(function, SqlType.BOOLEAN, arguments);
  }

  @Test
  void groupsReadBackwardGiveTheirRowsBackward() throws IOException {
    Operator all = Plans.project(column(0), column(1), column(3));
    List<List<Object>> expected = new ArrayList<>(run(12, loaded(12), all));
    Collections.reverse(expected);
    Operator last =
        Operator.newBuilder().setLimit(Limit.newBuilder().setRows(ROWS).setFromEnd(true)).build();
    for (List<FixtureRow> groups : List.of(loaded(12), changed(12))) {
      List<FixtureRow> backward = new ArrayList<>(groups);
      Collections.reverse(backward);
      assertEquals(expected, run(12, backward, all, last));
    }
  }

  private List<FixtureRow> loaded(int bits) {
    return ColumnarRows.loaded(table, bits, new Random(1));
  }

  private List<FixtureRow> changed(int bits) {
    return ColumnarRows.changed(table, bits, new Random(1));
  }

  @Test
  void chunksWithoutAValueInTheRangeAreNotDecoded() throws IOException {
    List<FixtureRow> damaged = new ArrayList<>();
    for (FixtureRow group : loaded(16)) {
      List<FixtureCell> cells = new ArrayList<>();
      for (FixtureCell cell : group.cells()) {
        byte[] value = cell.value().clone();
        // The last bytes are those of the array, which no longer are one.
        Arrays.fill(value, value.length - 4, value.length, (byte) 0x55);
        value[value.length - ARRAY.length] = 0x55;
        cells.add(new FixtureCell(cell.name(), cell.timestamp(), value));
      }
      damaged.add(new FixtureRow(group.rowKey(), cells));
    }
    assertEquals(List.of(), run(16, damaged, operators("none")));
    assertThrows(CodecException.class, () -> run(16, damaged));
  }

  @Test
  void rowsThatAreLeftOutAreCountedAsReadAndThoseThatDoNotCountAreNot() throws IOException {
    for (List<FixtureRow> groups : List.of(loaded(16), changed(16))) {
      assertEquals(ROWS, work(groups, operators("all")).getRowsScanned());
      assertEquals(ROWS, work(groups, operators("count")).getRowsScanned());
    }
    assertEquals(ROWS, work(loaded(16), operators("none")).getRowsScanned());
  }

  @Test
  void groupsThatMeetAndChunksThatAreSkippedAreCounted() throws IOException {
    assertEquals(0, work(loaded(16), operators("all")).getMergedGroups());
    assertEquals(0, work(loaded(16), operators("all")).getSkippedChunks());
    int groups = changed(16).size();
    assertEquals(groups, work(changed(16), operators("all")).getMergedGroups());
    long chunks = loaded(16).stream().mapToLong(group -> group.cells().size()).sum();
    assertEquals(chunks, work(loaded(16), operators("none")).getSkippedChunks());
  }

  private FrameStatistics work(List<FixtureRow> groups, Operator... operators) throws IOException {
    CompiledSubPlan plan = compile(ColumnarRows.layout(table, 16), operators);
    EngineRun run = EngineRun.of(plan, new InMemoryRowSource(plan, groups), EngineRun.WIDE);
    FrameStatistics.Builder work = FrameStatistics.newBuilder();
    for (Emission emission : run.emissions()) {
      FrameStatistics more = emission.statistics();
      work.setRowsScanned(work.getRowsScanned() + more.getRowsScanned())
          .setMergedGroups(work.getMergedGroups() + more.getMergedGroups())
          .setSkippedChunks(work.getSkippedChunks() + more.getSkippedChunks());
    }
    return work.build();
  }

  @Test
  void bytesThatAreNoChunkNameTheRowAndTheCell() {
    FixtureRow group = loaded(16).get(0);
    byte[] name = group.cells().get(0).name();
    FixtureRow cut = new FixtureRow(group.rowKey(), List.of(new FixtureCell(name, 1, new byte[7])));
    CodecException e = assertThrows(CodecException.class, () -> run(16, List.of(cut)));
    assertEquals(CodecException.Code.CORRUPT_VALUE, e.code());
    assertTrue(e.values().containsKey("row"), e.getMessage());
    FixtureCell foreign = new FixtureCell(FixtureTable.FAMILY, new byte[] {'x'}, 1, new byte[] {1});
    FixtureRow unknown = new FixtureRow(group.rowKey(), List.of(foreign));
    assertThrows(CodecException.class, () -> run(16, List.of(unknown)));
  }

  @Test
  void aGroupThatDoesNotFitIsRefusedAndItsMemoryGivenBack() throws IOException {
    FixtureTable large = new FixtureTable(COLUMNS, 2, Layout.PACKED);
    // So many rows that a batch of seven columns does not want them.
    for (int i = 0; i < 50_000; i++) {
      large.add("shop", i, i, "b", null, 1.0, null);
    }
    List<FixtureRow> groups = ColumnarRows.loaded(large, 16, new Random(1));
    assertEquals(1, groups.size());
    CompiledSubPlan plan = compile(ColumnarRows.layout(large, 16), operators("group"));
    MemoryAccount small = MemoryAccount.ofLimit(1_000_000);
    OverloadedException e = assertThrows(OverloadedException.class, () -> run(plan, groups, small));
    assertEquals(ErrorCode.SERVER_OVERLOADED, e.error().code());
    assertEquals(0, small.reservedBytes());
    MemoryAccount ample = MemoryAccount.ofLimit(100_000_000);
    run(plan, groups, ample);
    assertEquals(0, ample.reservedBytes());
  }

  private static void run(CompiledSubPlan plan, List<FixtureRow> groups, MemoryAccount work)
      throws IOException {
    InMemoryRowSource source = new InMemoryRowSource(plan, groups);
    EngineRun.of(plan, source, EngineRun.WIDE, MemoryAccount.unlimited(), work);
  }
}
