package org.apache.spark.sql.hbase.coprocessor.scan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.coprocessor.fixture.RecordingDecoder;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RangeSteps;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.engine.row.RowSource.Fill;
import org.apache.spark.sql.hbase.engine.row.SkipCounts;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestRegionRowSource {
  private final List<String> rows = new ArrayList<>();
  private final MemoryAccount memory = MemoryAccount.ofLimit(1 << 10);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void joinsThePiecesOfARowByItsKey(boolean offHeap) throws IOException {
    RegionRowSource source =
        source(
            new ScriptedRegionScanner(
                offHeap, "a/p=1 a/q=22", "a/r=333", "b/p=4", "", "b/q=5", "c/p=6"));
    ColumnBatch batch = RecordingDecoder.newBatch(10);

    assertEquals(Fill.DEADLINE, source.fill(batch, past()));
    assertEquals(Fill.END, source.fill(batch, future()));

    assertEquals(List.of("a[f:p=1 f:q=22 f:r=333]", "b[f:p=4 f:q=5]", "c[f:p=6]"), rows);
    assertEquals(6, source.cellsScanned());
    assertEquals(6 * 20 + 6 * 3 + 1 + 2 + 3 + 1 + 1 + 1, source.bytesScanned());
  }

  @Test
  void deliversARowOnlyWhenAnotherRowHasCome() throws IOException {
    RegionRowSource source =
        source(new ScriptedRegionScanner(false, "a/p=1", "", "b/p=2", "", "c/p=3"));
    ColumnBatch batch = RecordingDecoder.newBatch(10);

    assertEquals(Fill.DEADLINE, source.fill(batch, past()));
    assertEquals(List.of(), rows);
    assertNull(source.lastRow());

    assertEquals(Fill.DEADLINE, source.fill(batch, past()));
    assertEquals(List.of("a[f:p=1]"), rows);
    assertArrayEquals(new byte[] {'a'}, source.lastRow());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void keepsAnUnfinishedRowWhenTheServerReusesItsMemory(boolean offHeap) throws IOException {
    ScriptedRegionScanner scanner =
        new ScriptedRegionScanner(offHeap, "a/p=1 a/q=2", "", "a/r=3", "", "b/p=4");
    RegionRowSource source = source(scanner);
    ColumnBatch batch = RecordingDecoder.newBatch(10);

    source.fill(batch, past());
    source.release();
    source.fill(batch, past());
    source.release();
    source.fill(batch, future());

    assertEquals(List.of("a[f:p=1 f:q=2 f:r=3]", "b[f:p=4]"), rows);
    // One by each caller, and one by each call that returned nothing.
    assertEquals(4, scanner.releases());
  }

  @Test
  void reservesWhatItHoldsOfARowThatGoesOn() throws IOException {
    RegionRowSource source =
        source(
            new ScriptedRegionScanner(
                false, "a/p=" + "x".repeat(2 << 10), "a/q=" + "y".repeat(900), "", "b/p=2"));
    ColumnBatch batch = RecordingDecoder.newBatch(10);

    source.fill(batch, past());
    assertEquals(20 + 3 + 900, memory.reservedBytes());

    source.fill(batch, future());
    assertEquals(0, memory.reservedBytes());
    assertEquals(2, rows.size());
  }

  @Test
  void refusesARowThatDoesNotFitIntoItsMemory() {
    RegionRowSource source =
        source(new ScriptedRegionScanner(false, "a/p=1", "a/q=" + "y".repeat(1 << 10), "b/p=2"));
    ColumnBatch batch = RecordingDecoder.newBatch(10);

    IOException refusal = assertThrows(IOException.class, () -> source.fill(batch, future()));

    RemoteError error = RemoteError.find(refusal.getMessage()).orElseThrow();
    assertEquals(ErrorCode.SERVER_OVERLOADED, error.code());
    assertEquals("a", error.values().get("row"));
    assertEquals(0, memory.reservedBytes());
  }

  @Test
  void stopsAtAFullBatchWithoutLosingTheRowAfterIt() throws IOException {
    RegionRowSource source =
        source(new ScriptedRegionScanner(false, "a/p=1", "b/p=2", "c/p=3", "d/p=4"));
    ColumnBatch batch = RecordingDecoder.newBatch(2);

    assertEquals(Fill.MORE, source.fill(batch, future()));
    assertEquals(List.of("a[f:p=1]", "b[f:p=2]"), rows);
    assertArrayEquals(new byte[] {'b'}, source.lastRow());

    batch.reset();
    assertEquals(Fill.END, source.fill(batch, future()));
    assertEquals(List.of("a[f:p=1]", "b[f:p=2]", "c[f:p=3]", "d[f:p=4]"), rows);
  }

  @Test
  void endsWithoutAnyRow() throws IOException {
    RegionRowSource source = source(new ScriptedRegionScanner(false, ""));

    assertEquals(Fill.END, source.fill(RecordingDecoder.newBatch(2), future()));
    assertEquals(List.of(), rows);
    assertNull(source.lastRow());
  }

  @Test
  void returnsMemoryInTheMiddleOfALongFill() throws IOException {
    String wide = "/p=" + "x".repeat(3 << 20);
    ScriptedRegionScanner scanner =
        new ScriptedRegionScanner(false, "a" + wide, "b" + wide, "c" + wide, "d" + wide, "e/p=1");
    RegionRowSource source = source(scanner);

    assertEquals(Fill.END, source.fill(RecordingDecoder.newBatch(10), future()));
    assertEquals(2, scanner.releases());
    assertEquals(
        List.of("a", "b", "c", "d", "e"), rows.stream().map(row -> row.substring(0, 1)).toList());
    assertEquals("d[f:p=" + "x".repeat(3 << 20) + "]", rows.get(3));
  }

  @Test
  void readsThroughARowAndNoFurther() throws IOException {
    ScriptedRegionScanner scanner =
        new ScriptedRegionScanner(false, "a/p=1", "b/p=2", "c/p=3", "d/p=4", "e/p=5");
    RegionRowSource source = source(scanner);
    ColumnBatch batch = RecordingDecoder.newBatch(10);

    assertEquals(Fill.END, source.fillThrough(batch, new byte[] {'b'}, future()));
    assertEquals(List.of("a[f:p=1]", "b[f:p=2]"), rows);
    assertArrayEquals(new byte[] {'b'}, source.lastRow());

    // The row c was fetched to see the end of b, and now it is what is asked for.
    source.skipTo(new byte[] {'b', 'b'});
    assertEquals(0, scanner.seeks());
    assertEquals(Fill.END, source.fillThrough(batch, new byte[] {'c'}, future()));

    source.skipTo(new byte[] {'e'});
    assertEquals(Fill.END, source.fill(batch, future()));
    assertEquals(List.of("a[f:p=1]", "b[f:p=2]", "c[f:p=3]", "e[f:p=5]"), rows);
  }

  @Test
  void aRowThatIsNotThereIsPassedOverAndTheOneBehindItKept() throws IOException {
    ScriptedRegionScanner scanner = new ScriptedRegionScanner(false, "a/p=1", "d/p=4", "e/p=5");
    RegionRowSource source = source(scanner);
    ColumnBatch batch = RecordingDecoder.newBatch(10);

    source.skipTo(new byte[] {'b'});
    assertEquals(Fill.END, source.fillThrough(batch, new byte[] {'b'}, future()));
    source.release();
    assertEquals(Fill.END, source.fillThrough(batch, new byte[] {'c'}, future()));
    assertEquals(List.of(), rows);
    assertNull(source.lastRow());

    assertEquals(Fill.END, source.fill(batch, future()));
    assertEquals(List.of("d[f:p=4]", "e[f:p=5]"), rows);
  }

  @Test
  void needsNoRowBehindOneThatIsKnownToBeComplete() throws IOException {
    RegionRowSource source =
        new RegionRowSource(
            new ScriptedRegionScanner(false, "a/p=1", "b/p=2", "c/p=3"),
            batch -> new RecordingDecoder(batch, rows),
            new ScanLimits(() -> 0, false),
            memory,
            context -> true,
            null);

    source.fillThrough(RecordingDecoder.newBatch(10), new byte[] {'a'}, future());

    assertEquals(List.of("a[f:p=1]"), rows);
    // Nothing of b was fetched.
    assertEquals(24, source.bytesScanned());
  }

  @Test
  void rowsOutsideOfTheRangesAreNotDecodedAndGapsBetweenRangesNotRead() throws IOException {
    ScriptedRegionScanner scanner =
        new ScriptedRegionScanner(
            false, "a/p=1", "b/p=2", "c/p=3 c/q=4", "c/r=5", "d/p=6", "e/p=7", "f/p=8", "g/p=9");
    RegionRowSource source = source(scanner, rangesOf("b", "e", "g"));
    ColumnBatch batch = RecordingDecoder.newBatch(10);

    assertEquals(Fill.END, source.fill(batch, future()));

    assertEquals(List.of("b[f:p=2]", "e[f:p=7]", "g[f:p=9]"), rows);
    assertEquals(new SkipCounts(3, 3), source.skippedRows());
    // Of a, b, c, e, f and g; the second piece of c was not fetched.
    assertEquals(7, source.cellsScanned());
  }

  @Test
  void aRowThatIsPassedOverCountsAsConsumed() throws IOException {
    RegionRowSource source =
        source(new ScriptedRegionScanner(false, "a/p=1", "", "c/p=2", "d/p=3"), rangesOf("b"));
    ColumnBatch batch = RecordingDecoder.newBatch(10);

    assertEquals(Fill.DEADLINE, source.fill(batch, past()));
    assertArrayEquals(new byte[] {'a'}, source.lastRow());

    // No range begins behind c, so d is not read.
    assertEquals(Fill.END, source.fill(batch, future()));
    assertArrayEquals(new byte[] {'c'}, source.lastRow());
    assertEquals(List.of(), rows);
    assertEquals(new SkipCounts(1, 2), source.skippedRows());
  }

  /** The key is a STRING; the rows with these values are wanted. */
  private static RangeSteps rangesOf(String... wanted) {
    FixtureTable table =
        new FixtureTable(
            List.of(new FixtureColumn("k", SqlType.STRING), new FixtureColumn("v", SqlType.INT)),
            1,
            FixtureTable.Layout.PACKED);
    Expression any =
        Stream.of(wanted)
            .map(
                value ->
                    Plans.call(
                        Function.EQUAL,
                        SqlType.BOOLEAN,
                        Plans.column(table, 0),
                        Plans.string(value)))
            .reduce((x, y) -> Plans.call(Function.OR, SqlType.BOOLEAN, x, y))
            .orElseThrow();
    CompiledSubPlan plan = Plans.compile(table, Plans.filter(any));
    return new RangeSteps(plan.keyRanges().newCursor(new byte[0]).orElseThrow());
  }

  private RegionRowSource source(ScriptedRegionScanner scanner) {
    return source(scanner, null);
  }

  private RegionRowSource source(ScriptedRegionScanner scanner, RangeSteps ranges) {
    return new RegionRowSource(
        scanner,
        batch -> new RecordingDecoder(batch, rows),
        new ScanLimits(() -> 0, false),
        memory,
        context -> false,
        ranges);
  }

  private static long past() {
    return System.nanoTime() - 1;
  }

  private static long future() {
    return System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
  }
}
