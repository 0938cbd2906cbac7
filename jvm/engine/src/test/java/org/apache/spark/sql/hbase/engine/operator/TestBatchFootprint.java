package org.apache.spark.sql.hbase.engine.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.RowFilter;
import org.apache.spark.sql.hbase.engine.RunBounds;
import org.apache.spark.sql.hbase.engine.error.OverloadedException;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.testkit.BroadcastJoins;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.JoinType;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.junit.jupiter.api.Test;

/** Tests that the operators of any sub-plan take bounded memory for rows of any length. */
class TestBatchFootprint {
  private static final int ROWS = 4096;
  private static final long MANY = Long.MAX_VALUE / 4;
  private static final RunBounds BOUNDS = new RunBounds(ROWS, MANY, MANY, MANY, ROWS);
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final FixtureTable table =
      new FixtureTable(
          List.of(
              new FixtureColumn("id", SqlType.INT),
              new FixtureColumn("text", SqlType.STRING),
              new FixtureColumn("number", SqlType.BIGINT)),
          1,
          Layout.PACKED);

  @Test
  void countsEachValueOnce() {
    assertFootprint(0, 24, Plans.aggregate(List.of(), Plans.countRows()));
    // The rows that come out are copied.
    assertFootprint(1, 3 * 24, Plans.limit(1));
    // The call's values, its literal, and the output.
    assertFootprint(16 + 16, 24 + 24 + 24, Plans.project(repeat(text(), 16)));
    // Read twice, each time three times as long at most, and copied by one call at a time.
    assertFootprint(6 + 6 + 16, 2 * (24 + 24), Plans.project(upper(text()), upper(text())));
    assertFootprint(0, 24 + 24, Plans.project(length(Plans.column(table, 1))));
  }

  @Test
  void whatIsMadeOfWhatWasMadeMultiplies() {
    assertFootprint(4 + 32, 6 * 24, Plans.project(length(repeat(repeat(text(), 4), 8))));
    assertFootprint(
        4 + 32,
        6 * 24,
        Plans.project(repeat(text(), 4)),
        Plans.project(length(repeat(Plans.column(0, SqlType.STRING), 8))));
  }

  @Test
  void theCallThatTakesMostForOneRowCounts() {
    assertFootprint(4 + 16 * 4, 4 * 24, Plans.project(contains(text(), repeat(text(), 4))));
    // A literal is as long in each batch.
    assertFootprint(0, 3 * 24 + 1, Plans.project(contains(text(), Plans.string("x"))));
    assertFootprint(12 + 16 * 3, 4 * 24, Plans.project(length(upper(upper(text())))));
    Operator upper = Plans.project(upper(text()));
    Expression grown = Plans.column(0, SqlType.STRING);
    assertFootprint(12 + 16 * 3, 4 * 24, upper, Plans.project(length(upper(grown))));
  }

  @Test
  void aLongTextThatIsSearchedForNeedsMemoryOfTheServer() throws IOException {
    table.add(1, "x".repeat(4 << 20), 1L);
    CompiledSubPlan plan = Plans.compile(table, Plans.project(contains(text(), text())));
    assertThrows(OverloadedException.class, () -> run(plan, MemoryAccount.ofLimit(40L << 20)));
    assertEquals(List.of(true), run(plan, MemoryAccount.ofLimit(80L << 20)).rows().get(0));
  }

  @Test
  void theColumnsOfAFrameNeedMemoryOfTheServer() throws IOException {
    table.add(1, "x", 1L);
    AggregateCall[] calls =
        Collections.nCopies(4000, Plans.countRows()).toArray(AggregateCall[]::new);
    CompiledSubPlan plan = Plans.compile(table, Plans.aggregate(List.of(), calls));
    assertThrows(OverloadedException.class, () -> run(plan, MemoryAccount.ofLimit(2L << 20)));
    assertEquals(
        Collections.nCopies(4000, 1L), run(plan, MemoryAccount.ofLimit(8L << 20)).rows().get(0));
  }

  @Test
  void rowsThatOperatorsAddCount() {
    Operator project = Plans.project(text());
    // Two output columns' worth of rows, then grouped.
    assertFootprint(
        2 * 2,
        2 * (24 + 24 + 24),
        Plans.expand(project, project),
        Plans.aggregate(List.of(Plans.column(0, SqlType.STRING)), Plans.countRows()));
    // Three matches of one key, whose longest value has five bytes, in four columns, then as
    // output.
    assertFootprint(
        3 * 2,
        3 * (4 * 24 + 4 * 24 + 2 * 5),
        BroadcastJoins.join(
            JoinType.INNER,
            Plans.column(table, 2),
            BroadcastJoins.column(SqlType.BIGINT, 1L, 1L, 1L),
            BroadcastJoins.column(SqlType.STRING, "a", "abcde", null)));
  }

  private void assertFootprint(long growth, long rowBytes, Operator... operators) {
    BatchFootprint footprint = Plans.compile(table, operators).footprint();
    assertEquals(growth, footprint.bytesFor(0, 1));
    assertEquals(rowBytes, footprint.bytesFor(1, 0));
  }

  @Test
  void batchesAreSmallWhereMuchIsMadeOfThem() throws IOException {
    String value = "x".repeat(1000);
    for (int i = 0; i < ROWS; i++) {
      table.add(i, value, 1L);
    }
    Expression long256 = length(repeat(repeat(text(), 16), 16));
    // All rows at once, as one batch of 4 MiB, would take a gigabyte.
    assertSum(256_000L * ROWS, 100L << 20, long256);
    // So would 100 literals of 4,000 bytes beside each row.
    Expression[] literals =
        IntStream.range(0, 100)
            .mapToObj(i -> Plans.string("y".repeat(3_990) + i))
            .toArray(Expression[]::new);
    Expression concat = Plans.call(Function.CONCAT, SqlType.STRING, literals);
    assertSum(399_190L * ROWS, 100L << 20, length(concat));
  }

  private void assertSum(long expected, long maxBytes, Expression number) throws IOException {
    Operator sum = Plans.aggregate(List.of(), Plans.aggregateCall(AggregateFunction.SUM, number));
    CompiledSubPlan plan = Plans.compile(table, sum);
    InMemoryRowSource source = new InMemoryRowSource(plan, table.rows());
    long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    EngineRun run = EngineRun.of(plan, source, BOUNDS);
    long allocated = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    assertEquals(expected, run.rows().get(0).get(0));
    assertTrue(allocated < maxBytes, allocated + " bytes");
  }

  @Test
  void aRowThatIsTooLongByItselfNeedsMemoryOfTheServer() throws IOException {
    table.add(1, "x".repeat(600_000), 1L);
    Operator operator = Plans.project(length(repeat(repeat(text(), 16), 16)));
    CompiledSubPlan plan = Plans.compile(table, operator);
    MemoryAccount server = MemoryAccount.ofLimit(100L << 20);
    OverloadedException e =
        assertThrows(OverloadedException.class, () -> run(plan, server.newChild(MANY)));
    assertEquals(ErrorCode.SERVER_OVERLOADED, e.error().code());
    assertEquals(0, server.reservedBytes());
    MemoryAccount larger = MemoryAccount.ofLimit(200L << 20);
    assertEquals(153_600_000L, run(plan, larger.newChild(MANY)).rows().get(0).get(0));
    assertEquals(0, larger.reservedBytes());
    assertEquals(153_600_000L, run(plan, MemoryAccount.unlimited()).rows().get(0).get(0));
  }

  private EngineRun run(CompiledSubPlan plan, MemoryAccount work) throws IOException {
    InMemoryRowSource source = new InMemoryRowSource(plan, table.rows());
    return EngineRun.of(plan, source, BOUNDS, MemoryAccount.ofLimit(MANY), work);
  }

  @Test
  void theFilterOfAScanLetsSuchARowPass() {
    table.add(1, "x".repeat(600_000), 1L);
    table.add(2, "x", 1L);
    Expression isShort =
        Plans.call(
            Function.LESS_THAN,
            SqlType.BOOLEAN,
            length(repeat(repeat(text(), 16), 16)),
            Plans.integer(0, SqlType.INT));
    RowFilter filter = new RowFilter(Plans.compile(table, Plans.filter(isShort)));
    table.rows().get(0).decode(filter.decoder());
    assertTrue(filter.accepts());
    table.rows().get(1).decode(filter.decoder());
    assertEquals(false, filter.accepts());
  }

  @Test
  void tooMuchIsRefusedBeforeItIsCompiled() {
    assertTooLarge("4368", length(repeat(repeat(repeat(text(), 16), 16), 16)));
    Expression[] many =
        Collections.nCopies(100, upper(upper(upper(text())))).toArray(Expression[]::new);
    Expression tooMany = Plans.call(Function.CONCAT, SqlType.STRING, many);
    Expression[] outputs = Collections.nCopies(34, tooMany).toArray(Expression[]::new);
    assertTooLarge("10234", outputs);
    Expression padded =
        Plans.call(
            Function.PAD_LEFT,
            SqlType.STRING,
            text(),
            Plans.integer(1024, SqlType.INT),
            Plans.string(" "));
    Expression[] wide = Collections.nCopies(3000, padded).toArray(Expression[]::new);
    assertTooLarge("bytes made of each row", wide);
  }

  private void assertTooLarge(String words, Expression... outputs) {
    PlanException e =
        assertThrows(PlanException.class, () -> Plans.compile(table, Plans.project(outputs)));
    assertEquals(ErrorCode.PLAN_TOO_LARGE, e.error().code());
    assertTrue(e.getMessage().contains(words), e.getMessage());
  }

  private Expression text() {
    return Plans.column(table, 1);
  }

  private static Expression upper(Expression text) {
    return Plans.call(Function.UPPER, SqlType.STRING, text);
  }

  private static Expression contains(Expression text, Expression part) {
    return Plans.call(Function.CONTAINS, SqlType.BOOLEAN, text, part);
  }

  private static Expression length(Expression text) {
    return Plans.call(Function.LENGTH, SqlType.INT, text);
  }

  private static Expression repeat(Expression text, int times) {
    return Plans.call(Function.REPEAT, SqlType.STRING, text, Plans.integer(times, SqlType.INT));
  }
}
