package org.apache.spark.sql.hbase.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.sql.hbase.wire.proto.FrameHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TestResultFrame {
  static List<ResultFrame> frames() {
    return List.of(
        FrameFixtures.allTypes(),
        FrameFixtures.emptyBatch(),
        FrameFixtures.noColumns(),
        FrameFixtures.partialAggregate());
  }

  @ParameterizedTest
  @MethodSource("frames")
  void comesBackAsItWas(ResultFrame frame) {
    byte[] bytes = frame.encode();
    assertEquals(frame, ResultFrame.decode(bytes));
    assertEquals(frame.header().getRowCount(), ResultFrame.decode(bytes).batch().rowCount());
  }

  @ParameterizedTest
  @MethodSource("frames")
  void everyTruncationIsRefused(ResultFrame frame) {
    byte[] bytes = frame.encode();
    for (int length = 0; length < bytes.length; length++) {
      byte[] head = Arrays.copyOf(bytes, length);
      assertThrows(FrameException.class, () -> ResultFrame.decode(head));
    }
  }

  @ParameterizedTest
  @MethodSource("frames")
  void everyFlippedBitIsRefused(ResultFrame frame) {
    byte[] bytes = frame.encode();
    for (int bit = 0; bit < 8 * bytes.length; bit++) {
      byte[] damaged = bytes.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      assertThrows(FrameException.class, () -> ResultFrame.decode(damaged));
    }
  }

  @Test
  void rawCellsAreNotFrames() {
    for (byte[] cell : List.of(new byte[0], new byte[] {'S', 'Q', 'H'}, new byte[100])) {
      FrameException e = assertThrows(FrameException.class, () -> ResultFrame.decode(cell));
      assertEquals("no magic", e.values().get("problem"));
    }
  }

  @Test
  void anotherVersionIsNamedBeforeTheChecksumIsLookedAt() {
    byte[] bytes = FrameFixtures.noColumns().encode();
    bytes[4] = 2;
    FrameException e = assertThrows(FrameException.class, () -> ResultFrame.decode(bytes));
    assertEquals("version 2", e.values().get("problem"));
    assertEquals(ErrorCode.CORRUPT_FRAME, e.code());
  }

  @Test
  void headersThatLackWhatEveryFrameSaysAreRefused() {
    assertHeaderRefused(FrameHeader.Builder::clearPlanHash, "plan_hash");
    assertHeaderRefused(FrameHeader.Builder::clearPayload, "payload");
    assertHeaderRefused(header -> header.setPayloadValue(99), "payload");
    assertHeaderRefused(FrameHeader.Builder::clearStopReason, "stop_reason");
    assertHeaderRefused(header -> header.setStopReasonValue(99), "stop_reason");
    assertHeaderRefused(header -> header.setRowCount(1L << 31), "row_count");
    assertHeaderRefused(header -> header.setRowCount(-1), "row_count");
  }

  private static void assertHeaderRefused(Consumer<FrameHeader.Builder> change, String field) {
    ResultFrame frame = FrameFixtures.noColumns();
    FrameHeader.Builder header = frame.header().toBuilder();
    change.accept(header);
    byte[] bytes = new ResultFrame(header.build(), frame.body()).encode();
    FrameException e = assertThrows(FrameException.class, () -> ResultFrame.decode(bytes));
    assertEquals(field, e.values().get("field"));
  }

  @Test
  void aRowCountThatIsNotTheBatchsIsRefused() {
    ResultFrame frame = FrameFixtures.noColumns();
    ResultFrame lying =
        new ResultFrame(frame.header().toBuilder().setRowCount(8).build(), frame.body());
    FrameException e =
        assertThrows(FrameException.class, ResultFrame.decode(lying.encode())::batch);
    assertEquals("8", e.values().get("header"));
    assertEquals("7", e.values().get("body"));
  }
}
