package org.apache.spark.sql.hbase.client.scan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.hbase.client.cluster.SubPlanException;
import org.apache.spark.sql.hbase.client.scan.Coverage.Verdict;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.FrameHeader;
import org.apache.spark.sql.hbase.wire.proto.FrameStatistics;
import org.apache.spark.sql.hbase.wire.proto.Payload;
import org.apache.spark.sql.hbase.wire.proto.StopReason;
import org.junit.jupiter.api.Test;

class TestCoverage {
  private static final byte[] HASH = {1, 2, 3, 4, 5, 6, 7, 8};

  @Test
  void aFrameThatBeginsAtThePositionIsTaken() throws Exception {
    Coverage coverage = coverage("b", "x");
    assertEquals(Verdict.TAKE, coverage.judge(frame("b", "f", 10)));
    coverage.advance(frame("b", "f", 10));
    assertArrayEquals(row("f"), coverage.position());
    assertFalse(coverage.isComplete());
    assertEquals(Verdict.TAKE, coverage.judge(frame("f", "x", 1)));
    coverage.advance(frame("f", "x", 1));
    assertTrue(coverage.isComplete());
  }

  @Test
  void theWholeTableIsCoveredByAFrameThatEndsAtTheEndOfTheTable() throws Exception {
    Coverage coverage = coverage("", "");
    assertEquals(Verdict.TAKE, coverage.judge(frame("", "m", 3)));
    coverage.advance(frame("", "m", 3));
    assertFalse(coverage.isComplete());
    assertEquals(Verdict.TAKE, coverage.judge(frame("m", "", 0)));
    coverage.advance(frame("m", "", 0));
    assertTrue(coverage.isComplete());
  }

  @Test
  void aFrameBeyondThePositionLeavesAGap() throws Exception {
    Coverage coverage = coverage("b", "x");
    assertEquals(Verdict.GAP, coverage.judge(frame("c", "f", 10)));
    coverage.advanceTo(row("c"));
    assertEquals(Verdict.TAKE, coverage.judge(frame("c", "f", 10)));
  }

  @Test
  void repeatedRowsAreAnOverlap() throws Exception {
    Coverage coverage = coverage("b", "x");
    coverage.advance(frame("b", "f", 10));
    assertEquals(Verdict.OVERLAP, coverage.judge(frame("b", "f", 10)));
    assertEquals(Verdict.OVERLAP, coverage.judge(frame("e", "k", 1)));
  }

  @Test
  void aFrameWithRowsScannedButNoneReturnedIsAnOverlapToo() throws Exception {
    Coverage coverage = coverage("b", "x");
    coverage.advance(frame("b", "f", 10));
    FrameHeader filteredAway = frame("b", "f", 10).toBuilder().setRowCount(0).build();
    assertEquals(Verdict.OVERLAP, coverage.judge(filteredAway));
  }

  @Test
  void anAnsweredRegionWithoutRowsIsDropped() throws Exception {
    Coverage coverage = coverage("b", "x");
    coverage.advance(frame("b", "f", 10));
    assertEquals(Verdict.DROP, coverage.judge(frame("e", "f", 0)));
  }

  @Test
  void aFrameWithoutRowsThatReachesBeyondThePositionIsTaken() throws Exception {
    Coverage coverage = coverage("b", "x");
    coverage.advance(frame("b", "f", 10));
    assertEquals(Verdict.TAKE, coverage.judge(frame("e", "k", 0)));
    assertEquals(Verdict.TAKE, coverage.judge(frame("e", "", 0)));
  }

  @Test
  void aReachedLimitEndsTheTiling() throws Exception {
    Coverage coverage = coverage("b", "x");
    FrameHeader last =
        frame("b", "f", 10).toBuilder().setStopReason(StopReason.LIMIT_REACHED).build();
    assertEquals(Verdict.TAKE, coverage.judge(last));
    coverage.advance(last);
    assertTrue(coverage.isComplete());
  }

  @Test
  void anEmptyRangeIsCompleteFromTheStart() {
    assertTrue(coverage("b", "b").isComplete());
    assertFalse(coverage("", "").isComplete());
    assertFalse(coverage("b", "").isComplete());
  }

  @Test
  void aFrameOfAnotherPlanIsRefused() {
    FrameHeader other =
        frame("b", "f", 10).toBuilder().setPlanHash(ByteString.copyFromUtf8("otherone")).build();
    assertCorrupt(coverage("b", "x"), other, "another sub-plan");
  }

  @Test
  void anIntervalThatContradictsItselfIsRefused() {
    assertCorrupt(coverage("b", "x"), frame("f", "b", 1), "ends before it begins");
    assertCorrupt(coverage("b", "x"), frame("y", "z", 1), "beyond the scan's stop row");
    assertCorrupt(coverage("b", "x"), frame("b", "b", 1), "covers none");
  }

  @Test
  void aRegionEndIsClippedToTheRange() {
    Coverage coverage = coverage("b", "x");
    assertArrayEquals(row("m"), coverage.clip(row("m")));
    assertArrayEquals(row("x"), coverage.clip(row("z")));
    assertArrayEquals(row("x"), coverage.clip(row("")));
    assertArrayEquals(row(""), coverage("b", "").clip(row("")));
    assertArrayEquals(row("m"), coverage("b", "").clip(row("m")));
  }

  private static void assertCorrupt(Coverage coverage, FrameHeader header, String sentence) {
    SubPlanException error = assertThrows(SubPlanException.class, () -> coverage.judge(header));
    assertEquals(ErrorCode.CORRUPT_FRAME, error.code());
    assertTrue(error.getMessage().contains(sentence), error.getMessage());
    assertEquals("region-1", error.values().get("region"));
  }

  private static Coverage coverage(String start, String stop) {
    return new Coverage(row(start), row(stop), HASH);
  }

  private static FrameHeader frame(String from, String to, int rows) {
    return FrameHeader.newBuilder()
        .setPlanHash(ByteString.copyFrom(HASH))
        .setRegion("region-1")
        .setFromRow(ByteString.copyFromUtf8(from))
        .setToRow(ByteString.copyFromUtf8(to))
        .setPayload(Payload.ROWS)
        .setStopReason(StopReason.TIME_BOUND)
        .setRowCount(rows)
        .setStatistics(FrameStatistics.newBuilder().setRowsScanned(rows))
        .build();
  }

  private static byte[] row(String key) {
    return key.getBytes(StandardCharsets.UTF_8);
  }
}
