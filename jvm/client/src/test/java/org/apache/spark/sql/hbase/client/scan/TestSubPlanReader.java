package org.apache.spark.sql.hbase.client.scan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.spark.sql.hbase.client.CountPlans;
import org.apache.spark.sql.hbase.client.FakeTable;
import org.apache.spark.sql.hbase.client.cluster.SubPlanException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.apache.spark.sql.hbase.wire.proto.FrameHeader;
import org.apache.spark.sql.hbase.wire.proto.StopReason;
import org.junit.jupiter.api.Test;

/** Answers are written by hand; what must come out is always the count and sum of keys 0 to 99. */
class TestSubPlanReader {
  private static final byte[] PLAN = CountPlans.countAndSum().toByteArray();
  private static final long COUNT = 100;
  private static final long SUM = 49_500;

  private final FakeTable table = new FakeTable(PLAN);
  private ReaderOptions options = ReaderOptions.defaults().withAttempts(4, 0, 0);
  private ReaderStatistics statistics;

  @Test
  void framesThatTileTheRangeAreTheAnswer() throws Exception {
    table.answers(
        table.frame(0, 10), table.frame(10, 25), table.emptyFrame(25, 25), table.frame(25, 100));
    assertWholeAnswer();
    assertEquals(4, statistics.frames());
    assertEquals(100, statistics.serverRowsScanned());
    assertEquals(3, statistics.rowsReceived());
    assertEquals(4, statistics.rpcs());
    assertEquals(PLAN.length, statistics.planBytes());
    assertTrue(statistics.bytesReceived() > 400, "bytes: " + statistics.bytesReceived());
    assertTrue(statistics.fallbacks().isEmpty());
    assertEquals(1, table.closedScanners.get());
  }

  @Test
  void theScanCarriesThePlanVerbatimAndTakesOneResultPerCall() throws Exception {
    table.answers(table.frame(0, 100));
    assertWholeAnswer();
    Scan scan = table.subPlanScans.get(0);
    assertArrayEquals(PLAN, scan.getAttribute(ScanAttributes.SUB_PLAN));
    assertEquals(1, scan.getCaching());
    // The region server decides, so that files are opened once where it walks them.
    assertEquals(Scan.ReadType.DEFAULT, scan.getReadType());
    assertFalse(scan.getCacheBlocks());
    assertTrue(scan.getFamilyMap().containsKey(CountPlans.FAMILY));
    assertArrayEquals(CountPlans.key(0), scan.getStartRow());
    assertArrayEquals(CountPlans.key(100), scan.getStopRow());
  }

  @Test
  void theNextFrameIsFetchedWhileTheCallerWorksAndNoMoreThanThat() throws Exception {
    table.answers(
        table.frame(0, 10), table.frame(10, 25), table.frame(25, 50), table.frame(50, 100));
    try (SubPlanReader reader = open(PLAN)) {
      assertTrue(reader.next());
      table.awaitCalls(2);
      assertFalse(table.areCallsAbove(2));
      assertEquals(1, reader.statistics().frames());
      assertTrue(reader.next());
      table.awaitCalls(3);
    }
    table.awaitClosedScanners(1);
    assertFalse(table.areCallsAbove(3));
  }

  @Test
  void aStartedReaderHasItsFirstFrameOnTheWay() throws Exception {
    table.answers(table.frame(0, 100));
    try (SubPlanReader reader = open(PLAN)) {
      reader.start();
      reader.start();
      table.awaitCalls(1);
      assertTrue(reader.next());
      assertFalse(reader.next());
    }
    assertEquals(1, table.subPlanScans.size());
    assertFalse(table.areCallsAbove(1));
  }

  @Test
  void aStartedReaderOfALimitOfZeroReadsNothing() throws Exception {
    try (SubPlanReader reader = open(CountPlans.firstRows(0).toByteArray())) {
      reader.start();
      assertFalse(reader.next());
    }
    assertTrue(table.subPlanScans.isEmpty());
  }

  @Test
  void readingAheadCanBeSwitchedOff() throws Exception {
    options = options.withReadAhead(false);
    table.answers(table.frame(0, 10), table.frame(10, 100));
    try (SubPlanReader reader = open(PLAN)) {
      reader.start();
      assertTrue(reader.next());
      assertFalse(table.areCallsAbove(1));
      assertTrue(reader.next());
      assertFalse(reader.next());
    }
    assertEquals(1, table.closedScanners.get());
  }

  @Test
  void aGapIsFilledByTheEngineInThisProcess() throws Exception {
    table.answers(table.frame(0, 10), table.frame(30, 100));
    assertWholeAnswer();
    assertFallback(0, 10, 30, FallbackReason.NOT_COVERED);
    assertEquals(20, statistics.localRowsScanned());
    assertEquals(1, table.subPlanScans.size());
  }

  @Test
  void aShortAnswerIsCompletedByTheEngineInThisProcess() throws Exception {
    table.answers(table.frame(0, 60));
    assertWholeAnswer();
    assertFallback(0, 60, 100, FallbackReason.NOT_COVERED);
  }

  @Test
  void noAnswerAtAllIsAnsweredByTheEngineInThisProcess() throws Exception {
    table.answers();
    assertWholeAnswer();
    assertFallback(0, 0, 100, FallbackReason.NOT_COVERED);
  }

  @Test
  void plainCellsInTheMiddleAreAnsweredHereUpToTheEndOfTheirRegion() throws Exception {
    table.answers(table.frame(0, 30), FakeTable.plainRow(30));
    table.answers(table.frame(50, 100));
    assertWholeAnswer();
    assertFallback(0, 30, 50, FallbackReason.COPROCESSOR_MISSING);
    assertArrayEquals(CountPlans.key(50), table.subPlanScans.get(1).getStartRow());
    assertEquals(2 + 20, statistics.rowsReceived());
    assertEquals(table.subPlanScans.size() + table.plainScans.size(), table.closedScanners.get());
  }

  @Test
  void plainCellsInEveryRegionAreAnsweredHereRegionByRegion() throws Exception {
    for (int k = 0; k < FakeTable.ROWS; k += FakeTable.ROWS_PER_REGION) {
      table.answers(FakeTable.plainRow(k));
    }
    assertWholeAnswer();
    assertEquals(4, statistics.fallbacks().size());
    assertFallback(3, 75, 100, FallbackReason.COPROCESSOR_MISSING);
  }

  @Test
  void plainCellsBehindARegionThatAnsweredNothingCoverThatRegionToo() throws Exception {
    table.answers(table.frame(0, 10), FakeTable.plainRow(30));
    table.answers(table.frame(50, 100));
    assertWholeAnswer();
    assertFallback(0, 10, 50, FallbackReason.COPROCESSOR_MISSING);
  }

  @Test
  void aLostScanGoesOnAtTheFirstRowThatIsNotAnswered() throws Exception {
    table.answers(table.frame(0, 10), table.frame(10, 40), new IOException("call timed out"));
    table.answers(table.frame(40, 100));
    assertWholeAnswer();
    assertArrayEquals(CountPlans.key(40), table.subPlanScans.get(1).getStartRow());
    assertEquals(1, table.locationsForgotten);
    assertEquals(1, statistics.reopens());
  }

  @Test
  void anUncheckedExceptionOfTheScannerIsUnwrapped() throws Exception {
    table.answers(table.frame(0, 10), new UncheckedIOException(new IOException("call timed out")));
    table.answers(table.frame(10, 100));
    assertWholeAnswer();
  }

  @Test
  void repeatedRowsAreDiscardedAndAskedForAgain() throws Exception {
    table.answers(table.frame(0, 10), table.frame(10, 25), table.frame(10, 40));
    table.answers(table.frame(25, 100));
    assertWholeAnswer();
    assertEquals(1, statistics.reopens());
  }

  @Test
  void aRepeatedRegionWithoutRowsIsPassedOver() throws Exception {
    table.answers(table.frame(0, 25), table.emptyFrame(24, 25), table.frame(25, 100));
    assertWholeAnswer();
    assertEquals(0, statistics.reopens());
  }

  @Test
  void aScanThatBeginsWithAnsweredRowsIsAnError() {
    table.answers(table.frame(0, 25), table.frame(10, 25));
    table.answers(table.frame(10, 100));
    assertEquals(ErrorCode.CORRUPT_FRAME, assertFails(SubPlanException.class).code());
  }

  @Test
  void failuresWithoutProgressEndAfterTheAllowedAttempts() {
    IOException last = new IOException("fourth");
    table.answers(new IOException("first")).answers(new IOException("second"));
    table.answers(new IOException("third")).answers(last);
    assertSame(last, assertFails(IOException.class));
  }

  @Test
  void failuresWithProgressInBetweenGoOn() throws Exception {
    for (int k = 0; k < 90; k += 10) {
      table.answers(table.frame(k, k + 10), new IOException("moved"));
    }
    table.answers(table.frame(90, 100));
    assertWholeAnswer();
    assertEquals(9, statistics.reopens());
  }

  @Test
  void whatHBaseRefusesForGoodIsThrownAtOnce() {
    TableNotFoundException missing = new TableNotFoundException("numbers");
    table.answers(missing);
    assertSame(missing, assertFails(IOException.class));
  }

  @Test
  void aDataErrorOfTheRegionServerIsThrownWithItsCode() {
    RemoteError error =
        new RemoteError(ErrorCode.CORRUPT_VALUE, "The value does not decode.", Map.of("row", "r1"));
    table.answers(table.frame(0, 10), new DoNotRetryIOException(error.format()));
    SubPlanException thrown = assertFails(SubPlanException.class);
    assertEquals(ErrorCode.CORRUPT_VALUE, thrown.code());
    assertEquals("r1", thrown.values().get("row"));
  }

  @Test
  void aRefusalIsAnsweredHereForThatRegionOnly() throws Exception {
    RemoteError refusal =
        new RemoteError(ErrorCode.SERVER_OVERLOADED, "No memory is left.", Map.of());
    table.answers(table.frame(0, 30), new DoNotRetryIOException(refusal.format()));
    table.answers(table.frame(50, 100));
    assertWholeAnswer();
    assertFallback(0, 30, 50, FallbackReason.OVERLOADED);
    assertTrue(statistics.fallbacks().get(0).detail().contains("SERVER_OVERLOADED"));
  }

  @Test
  void theFallbackSurvivesALostScanToo() throws Exception {
    table.answers(table.frame(0, 10), FakeTable.plainRow(10));
    table.plainScanFailsAfter(7).plainScanFailsAfter(3);
    table.answers(table.frame(25, 100));
    assertWholeAnswer();
    assertEquals(3, table.plainScans.size());
    assertEquals(Scan.ReadType.STREAM, table.plainScans.get(2).getReadType());
    assertArrayEquals(CountPlans.key(19), table.plainScans.get(2).getStartRow());
    assertFalse(table.plainScans.get(2).includeStartRow());
  }

  @Test
  void aFrameOfAnotherPlanIsAnError() {
    FrameHeader.Builder other =
        table.header(0, 10).setPlanHash(ByteString.copyFromUtf8("otherone"));
    table.answers(table.frame(other, 0, 10));
    assertEquals(ErrorCode.CORRUPT_FRAME, assertFails(SubPlanException.class).code());
  }

  @Test
  void aDamagedFrameIsAnError() {
    table.answers(table.frame(0, 10), table.damagedFrame(10, 100));
    assertEquals(ErrorCode.CORRUPT_FRAME, assertFails(SubPlanException.class).code());
  }

  @Test
  void withoutTheCoprocessorTheScanHasNoAttribute() throws Exception {
    options = options.withMode(CoprocessorMode.OFF).withFetchSize(7);
    assertWholeAnswer();
    assertTrue(table.subPlanScans.isEmpty());
    assertEquals(7, table.plainScans.get(0).getCaching());
    assertFallback(0, 0, 100, FallbackReason.SWITCHED_OFF);
    assertEquals(100, statistics.rowsReceived());
    assertEquals(100, statistics.cellsScanned());
  }

  @Test
  void whereTheCoprocessorIsRequiredPlainCellsAreAnError() {
    options = options.withMode(CoprocessorMode.REQUIRE);
    table.answers(table.frame(0, 10), FakeTable.plainRow(10));
    SubPlanException missing = assertFails(SubPlanException.class);
    assertEquals(ErrorCode.COPROCESSOR_MISSING, missing.code());
    assertTrue(missing.getMessage().contains("A region answered without"), missing::getMessage);
  }

  @Test
  void whereTheCoprocessorIsRequiredRowsWithoutAFrameAreAnError() {
    options = options.withMode(CoprocessorMode.REQUIRE);
    table.answers(table.frame(0, 10), table.frame(30, 100));
    SubPlanException lost = assertFails(SubPlanException.class);
    assertEquals(ErrorCode.COPROCESSOR_MISSING, lost.code());
    assertTrue(lost.getMessage().contains("No result frame covers these rows"), lost::getMessage);
  }

  @Test
  void whereTheCoprocessorIsRequiredARefusalKeepsItsCode() {
    options = options.withMode(CoprocessorMode.REQUIRE);
    RemoteError refusal =
        new RemoteError(ErrorCode.COPROCESSOR_DISABLED, "Switched off.", Map.of());
    table.answers(new DoNotRetryIOException(refusal.format()));
    assertEquals(ErrorCode.COPROCESSOR_DISABLED, assertFails(SubPlanException.class).code());
  }

  @Test
  void aReachedLimitEndsTheAnswerBeforeTheRange() throws Exception {
    FrameHeader.Builder last = table.header(0, 10).setStopReason(StopReason.LIMIT_REACHED);
    table.answers(table.frame(last, 0, 10));
    try (SubPlanReader reader = open(PLAN)) {
      assertTrue(reader.next());
      assertFalse(reader.next());
    }
    assertFalse(table.areCallsAbove(1));
  }

  @Test
  void aLimitIsReachedInThisProcessToo() throws Exception {
    options = options.withMode(CoprocessorMode.OFF);
    try (SubPlanReader reader = open(CountPlans.firstRows(5).toByteArray())) {
      assertTrue(reader.next());
      assertEquals(5, reader.current().rowCount());
      assertFalse(reader.next());
    }
  }

  @Test
  void aLimitOfZeroReadsNothing() throws Exception {
    try (SubPlanReader reader = open(CountPlans.firstRows(0).toByteArray())) {
      assertFalse(reader.next());
    }
    assertTrue(table.subPlanScans.isEmpty());
  }

  @Test
  void noScanCarriesAFilterThatRegionServersLack() throws Exception {
    options = options.withMode(CoprocessorMode.OFF);
    table.knowsNoFilters();
    for (int i = 0; i < 2; i++) {
      try (SubPlanReader reader = open(CountPlans.countAndSumFrom(40).toByteArray())) {
        assertTrue(reader.next());
        assertEquals(96, reader.current().columns().get(0).getLong(0));
        assertEquals(1, reader.statistics().unusableFilters());
      }
    }
    assertEquals(List.of(false, false), table.plainScans.stream().map(Scan::hasFilter).toList());
    assertEquals(1, table.filterQuestions);
  }

  @Test
  void aFilterThatTheRegionServerCannotMakeIsLeftOut() throws Exception {
    options = options.withMode(CoprocessorMode.OFF);
    table.scansKnowNoFilters();
    try (SubPlanReader reader = open(CountPlans.countAndSumFrom(40).toByteArray())) {
      assertTrue(reader.next());
      assertEquals(96, reader.current().columns().get(0).getLong(0));
      assertFalse(reader.next());
      assertEquals(0, reader.statistics().reopens());
      assertEquals(1, reader.statistics().unusableFilters());
    }
    assertEquals(List.of(true, false), table.plainScans.stream().map(Scan::hasFilter).toList());

    try (SubPlanReader reader = open(CountPlans.countAndSumFrom(40).toByteArray())) {
      assertTrue(reader.next());
    }
    // The next reader knows.
    assertEquals(
        List.of(true, false, false), table.plainScans.stream().map(Scan::hasFilter).toList());
  }

  @Test
  void plainScansCarryNoFilterIfItIsSwitchedOffOrOfNoUse() throws Exception {
    options = options.withMode(CoprocessorMode.OFF);
    try (SubPlanReader reader = open(PLAN)) {
      reader.next();
      assertEquals(0, reader.statistics().unusableFilters());
    }
    options = options.withCustomFilter(false);
    try (SubPlanReader reader = open(CountPlans.countAndSumFrom(40).toByteArray())) {
      reader.next();
      assertEquals(0, reader.statistics().unusableFilters());
    }
    assertEquals(List.of(false, false), table.plainScans.stream().map(Scan::hasFilter).toList());
  }

  @Test
  void aMalformedPlanIsRefusedBeforeAnyScan() {
    byte[] truncated = List.of(PLAN).get(0).clone();
    truncated[0] = (byte) 0xFF;
    SubPlanException error = assertThrows(SubPlanException.class, () -> open(truncated));
    assertEquals(ErrorCode.INVALID_PLAN, error.code());
    assertTrue(table.subPlanScans.isEmpty());
  }

  private SubPlanReader open(byte[] plan) throws IOException {
    SubPlanRequest request =
        new SubPlanRequest(
            TableName.valueOf("numbers"),
            plan,
            CountPlans.key(0),
            CountPlans.key(FakeTable.ROWS),
            options);
    return new SubPlanReader(table, request, millis -> {});
  }

  private void assertWholeAnswer() throws IOException {
    long count = 0;
    long sum = 0;
    try (SubPlanReader reader = open(PLAN)) {
      while (reader.next()) {
        FrameBatch batch = reader.current();
        for (int i = 0; i < batch.rowCount(); i++) {
          count += batch.columns().get(0).getLong(i);
          sum += batch.columns().get(1).getLong(i);
        }
      }
      statistics = reader.statistics();
    }
    assertEquals(COUNT, count);
    assertEquals(SUM, sum);
  }

  private <E extends Throwable> E assertFails(Class<E> type) {
    return assertThrows(type, this::assertWholeAnswer);
  }

  private void assertFallback(int index, int from, int to, FallbackReason reason) {
    FallbackRange range = statistics.fallbacks().get(index);
    assertArrayEquals(CountPlans.key(from), range.startRow());
    assertArrayEquals(CountPlans.key(to), range.stopRow());
    assertEquals(reason, range.reason());
  }
}
