package org.apache.spark.sql.hbase.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.analysis.KeyOrder;
import org.apache.spark.sql.hbase.engine.analysis.OperatorSpecs;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.testkit.BroadcastJoins;
import org.apache.spark.sql.hbase.testkit.ChaosRowSource;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.testkit.StateMerger;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.BuildColumn;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.JoinType;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sub-plans with joins, from bytes to frames. */
class TestBroadcastJoin {
  private static final long MANY = Long.MAX_VALUE / 4;
  private static final SqlType WIDE = SqlType.decimal(30, 2);

  private final FixtureTable table =
      new FixtureTable(
          List.of(
              new FixtureColumn("id", SqlType.INT),
              new FixtureColumn("number", SqlType.BIGINT),
              new FixtureColumn("text", SqlType.STRING),
              new FixtureColumn("real", SqlType.DOUBLE),
              new FixtureColumn("amount", WIDE)),
          1,
          Layout.PACKED);

  private final BuildColumn numbers = BroadcastJoins.column(SqlType.BIGINT, 10L, 20L, 10L, 30L);
  private final BuildColumn names = BroadcastJoins.column(SqlType.STRING, "ten", null, "dix", "30");

  private Expression column(int ordinal) {
    return Plans.column(table, ordinal);
  }

  private void addThreeNumbers() {
    table.add(1, 10L, "a", null, null);
    table.add(2, 20L, "b", null, null);
    table.add(3, 99L, "c", null, null);
    table.add(4, null, "d", null, null);
  }

  private List<String> rows(Operator... operators) throws IOException {
    return run(operators).rows().stream().map(Object::toString).toList();
  }

  private EngineRun run(Operator... operators) throws IOException {
    CompiledSubPlan plan = Plans.compile(table, operators);
    return EngineRun.of(plan, new InMemoryRowSource(plan, table.rows()), EngineRun.WIDE);
  }

  /** Projects the id and the name of the output of a join with {@link #names}. */
  private Operator idAndName() {
    return Plans.project(column(0), Plans.column(5, SqlType.STRING));
  }

  @Test
  void anInnerJoinReturnsMatchesInTheOrderOfTheBuildRows() throws IOException {
    addThreeNumbers();
    Operator join = BroadcastJoins.join(JoinType.INNER, column(1), numbers, names);
    assertEquals(List.of("[1, ten]", "[1, dix]", "[2, null]"), rows(join, idAndName()));
  }

  @Test
  void aLeftOuterJoinKeepsRowsWithoutAMatch() throws IOException {
    addThreeNumbers();
    Operator join = BroadcastJoins.join(JoinType.LEFT_OUTER, column(1), numbers, names);
    assertEquals(
        List.of("[1, ten]", "[1, dix]", "[2, null]", "[3, null]", "[4, null]"),
        rows(join, idAndName()));
  }

  @Test
  void semiAndAntiJoinsKeepRowsAsTheyAre() throws IOException {
    addThreeNumbers();
    Operator semi = BroadcastJoins.join(JoinType.LEFT_SEMI, column(1), numbers);
    assertEquals(List.of("[1]", "[2]"), rows(semi, Plans.project(column(0))));
    Operator anti = BroadcastJoins.join(JoinType.LEFT_ANTI, column(1), numbers);
    assertEquals(List.of("[3]", "[4]"), rows(anti, Plans.project(column(0))));
  }

  @Test
  void withoutBuildRowsNothingMatches() throws IOException {
    addThreeNumbers();
    BuildColumn none = BroadcastJoins.column(SqlType.BIGINT);
    assertEquals(List.of(), rows(BroadcastJoins.join(JoinType.INNER, column(1), none)));
    assertEquals(List.of(), rows(BroadcastJoins.join(JoinType.LEFT_SEMI, column(1), none)));
    assertEquals(4, rows(BroadcastJoins.join(JoinType.LEFT_ANTI, column(1), none)).size());
    BuildColumn text = BroadcastJoins.column(SqlType.STRING);
    Operator outer = BroadcastJoins.join(JoinType.LEFT_OUTER, column(1), none, text);
    assertEquals(
        List.of("[1, null]", "[2, null]", "[3, null]", "[4, null]"), rows(outer, idAndName()));
  }

  @Test
  void buildColumnsAreFilteredAndGrouped() throws IOException {
    addThreeNumbers();
    table.add(5, 20L, "e", null, null);
    Operator join = BroadcastJoins.join(JoinType.INNER, column(1), numbers, names);
    Operator named =
        Plans.filter(
            Plans.call(Function.IS_NOT_NULL, SqlType.BOOLEAN, Plans.column(5, SqlType.STRING)));
    Operator sums =
        Plans.aggregate(
            List.of(Plans.column(5, SqlType.STRING)),
            Plans.countRows(),
            Plans.aggregateCall(AggregateFunction.SUM, column(0)));
    assertEquals(
        List.of("[dix, 1, 1]", "[null, 2, 7]", "[ten, 1, 1]"),
        rows(join, sums).stream().sorted().toList());
    assertEquals(
        List.of("[dix, 1, 1]", "[ten, 1, 1]"), rows(join, named, sums).stream().sorted().toList());
  }

  @Test
  void joinsFollowEachOther() throws IOException {
    addThreeNumbers();
    Operator first = BroadcastJoins.join(JoinType.INNER, column(1), numbers, names);
    Operator second =
        BroadcastJoins.join(
            JoinType.INNER,
            Plans.column(5, SqlType.STRING),
            BroadcastJoins.column(SqlType.STRING, "dix", "other"),
            BroadcastJoins.column(SqlType.INT, 7, 8));
    Operator idAndSeven = Plans.project(column(0), Plans.column(6, SqlType.INT));
    assertEquals(List.of("[1, 7]"), rows(first, second, idAndSeven));
  }

  @Test
  void expandAndTopNTakeJoinedRows() throws IOException {
    addThreeNumbers();
    Operator join = BroadcastJoins.join(JoinType.INNER, column(1), numbers, names);
    Operator name = Plans.project(Plans.column(5, SqlType.STRING));
    Operator count = Plans.aggregate(List.of(Plans.column(0, SqlType.STRING)), Plans.countRows());
    assertEquals(
        List.of("[dix, 2]", "[null, 2]", "[ten, 2]"),
        rows(join, Plans.expand(name, name), count).stream().sorted().toList());
    Operator top = Plans.topN(2, Plans.descending(column(0)));
    assertEquals(2, rows(join, top).size());
    assertEquals(List.of("[1, ten]"), rows(join, idAndName(), Plans.limit(1)));
  }

  @Test
  void doublesMatchAsGroupsDo() throws IOException {
    table.add(1, null, null, -0.0, null);
    table.add(2, null, null, Double.longBitsToDouble(0x7ff8000000000001L), null);
    table.add(3, null, null, Double.NEGATIVE_INFINITY, null);
    table.add(4, null, null, null, null);
    BuildColumn reals = BroadcastJoins.column(SqlType.DOUBLE, 0.0, Double.NaN);
    Operator semi = BroadcastJoins.join(JoinType.LEFT_SEMI, column(3), reals);
    assertEquals(List.of("[1]", "[2]"), rows(semi, Plans.project(column(0))));
  }

  @Test
  void severalKeysMatchTogether() throws IOException {
    BigInteger wide = BigInteger.TEN.pow(29).negate();
    table.add(1, 10L, "a", null, wide);
    table.add(2, 10L, "b", null, wide);
    table.add(3, 10L, "a", null, BigInteger.ONE);
    table.add(4, 10L, null, null, wide);
    Operator join =
        BroadcastJoins.join(
            JoinType.INNER,
            List.of(column(2), column(4), column(1)),
            List.of(
                BroadcastJoins.column(SqlType.STRING, "a", "b", ""),
                BroadcastJoins.column(WIDE, wide, BigInteger.ONE, BigInteger.ZERO),
                BroadcastJoins.column(SqlType.BIGINT, 10L, 10L, 10L)),
            BroadcastJoins.column(WIDE, null, wide, wide),
            BroadcastJoins.column(SqlType.BOOLEAN, true, false, false));
    Operator idAndFlag = Plans.project(column(0), Plans.column(6, SqlType.BOOLEAN));
    assertEquals(List.of("[1, true]"), rows(join, idAndFlag));
  }

  @Test
  void columnsThatOnlyTheJoinLooksAtAreRead() throws IOException {
    addThreeNumbers();
    Operator join = BroadcastJoins.join(JoinType.INNER, column(1), numbers, names);
    Operator count = Plans.aggregate(List.of(), Plans.countRows());
    assertEquals(List.of("[3]"), rows(join, count));
    assertEquals(3, run(join).rows().size());
  }

  @Test
  void rowsThatARowMakesAreLimited() throws IOException {
    addThreeNumbers();
    Object[] same = Collections.nCopies(64, 10L).toArray();
    Operator join =
        BroadcastJoins.join(JoinType.INNER, column(1), BroadcastJoins.column(SqlType.BIGINT, same));
    assertEquals(64, rows(join).size());
    Operator twice = BroadcastJoins.join(JoinType.INNER, column(1), numbers);
    assertTooLarge(join, twice);
    Object[] more = Collections.nCopies(65, 10L).toArray();
    assertTooLarge(
        BroadcastJoins.join(
            JoinType.LEFT_OUTER, column(1), BroadcastJoins.column(SqlType.BIGINT, more)));
    // A semi join never makes more rows.
    Operator semi =
        BroadcastJoins.join(
            JoinType.LEFT_SEMI, column(1), BroadcastJoins.column(SqlType.BIGINT, more));
    assertEquals(1, rows(semi).size());
  }

  private void assertTooLarge(Operator... operators) {
    PlanException e = assertThrows(PlanException.class, () -> Plans.compile(table, operators));
    assertEquals(ErrorCode.PLAN_TOO_LARGE, e.code());
  }

  @Test
  void joinedRowsKeepTheOrderOfTheRowKey() {
    Operator join = BroadcastJoins.join(JoinType.INNER, column(1), numbers, names);
    Operator byKey = Plans.aggregate(List.of(column(0)), Plans.countRows());
    Operator byName = Plans.aggregate(List.of(Plans.column(5, SqlType.STRING)), Plans.countRows());
    assertTrue(KeyOrder.ordersGroups(table.toMessage(), OperatorSpecs.of(List.of(join, byKey))));
    assertTrue(!KeyOrder.ordersGroups(table.toMessage(), OperatorSpecs.of(List.of(join, byName))));
  }

  @Test
  void outputColumnsAreThoseOfBothSides() {
    Operator join = BroadcastJoins.join(JoinType.INNER, column(1), numbers, names);
    CompiledSubPlan plan = Plans.compile(table, join);
    assertEquals(List.of("id", "number", "text", "real", "amount", "_5"), plan.outputNames());
    assertEquals(SqlType.STRING, plan.outputTypes().get(5));
    long ofTable = Plans.compile(table).heldBytes();
    assertTrue(plan.heldBytes() - ofTable > 4 * Long.BYTES);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void framesCoverWholeRowsWhateverTheBoundsAndTheMemory(long seed) throws IOException {
    Random random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      Long number = random.nextInt(8) == 0 ? null : (Long) (long) random.nextInt(20);
      table.add(i, number, "t" + i % 7, null, null);
    }
    Object[] keys = random.ints(40, 0, 20).mapToObj(key -> (long) key).toArray();
    Object[] texts = Arrays.stream(keys).map(key -> "key " + key).toArray();
    Operator join =
        BroadcastJoins.join(
            random.nextBoolean() ? JoinType.INNER : JoinType.LEFT_OUTER,
            column(1),
            BroadcastJoins.column(SqlType.BIGINT, keys),
            BroadcastJoins.column(SqlType.STRING, texts));
    Operator sums =
        Plans.aggregate(
            List.of(Plans.column(5, SqlType.STRING)),
            Plans.countRows(),
            Plans.aggregateCall(AggregateFunction.SUM, column(0)));
    Map<List<Object>, List<Object>> groups = merge(sums, run(join, sums));
    List<List<Object>> joined = run(join).rows();
    for (int i = 0; i < 10; i++) {
      MemoryAccount account =
          MemoryAccount.ofLimit(random.nextBoolean() ? random.nextInt(40_000) : MANY);
      RunBounds bounds = anyBounds(random);
      CompiledSubPlan aggregate = Plans.compile(table, join, sums);
      ChaosRowSource source = ChaosRowSource.of(aggregate, table.rows(), random.nextLong());
      assertEquals(groups, merge(sums, EngineRun.of(aggregate, source, bounds, account)));
      CompiledSubPlan plain = Plans.compile(table, join);
      source = ChaosRowSource.of(plain, table.rows(), random.nextLong());
      assertEquals(joined, EngineRun.of(plain, source, bounds, account(random)).rows());
      assertEquals(0, account.reservedBytes());
    }
  }

  private static MemoryAccount account(Random random) {
    return MemoryAccount.ofLimit(random.nextBoolean() ? random.nextInt(40_000) : MANY);
  }

  private static RunBounds anyBounds(Random random) {
    return new RunBounds(
        1 + random.nextInt(200),
        1 + random.nextInt(20_000),
        1 + random.nextInt(20_000),
        random.nextBoolean() ? MANY : 1 + random.nextInt(500_000),
        1 + random.nextInt(100),
        1 + random.nextInt(1000));
  }

  private static Map<List<Object>, List<Object>> merge(Operator aggregate, EngineRun run) {
    return StateMerger.merge(aggregate.getAggregate(), run.rows());
  }

  @ParameterizedTest
  @EnumSource(
      value = JoinType.class,
      names = {"INNER", "LEFT_OUTER", "LEFT_SEMI", "LEFT_ANTI"})
  void manyKeysAreFoundAmongMany(JoinType type) throws IOException {
    int rows = 5000;
    IntStream.range(0, rows).forEach(i -> table.add(i, i * 7L, "text " + i, null, null));
    Object[] longs = IntStream.range(0, rows).mapToObj(i -> i * 14L).toArray();
    Object[] texts = IntStream.range(0, rows).mapToObj(i -> "text " + 2 * i).toArray();
    Operator count = Plans.aggregate(List.of(), Plans.countRows());
    int expected =
        switch (type) {
          case LEFT_OUTER -> rows;
          default -> rows / 2;
        };
    BuildColumn byLong = BroadcastJoins.column(SqlType.BIGINT, longs);
    BuildColumn byText = BroadcastJoins.column(SqlType.STRING, texts);
    assertEquals(
        List.of("[" + expected + "]"), rows(BroadcastJoins.join(type, column(1), byLong), count));
    assertEquals(
        List.of("[" + expected + "]"), rows(BroadcastJoins.join(type, column(2), byText), count));
  }
}
