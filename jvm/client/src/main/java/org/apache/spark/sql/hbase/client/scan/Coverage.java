package org.apache.spark.sql.hbase.client.scan;

import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.client.cluster.SubPlanException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.StopReasons;
import org.apache.spark.sql.hbase.wire.proto.FrameHeader;

/**
 * The proof that a reader's answer holds each row of {@code [startRow, stopRow)} exactly once.
 * Everything below {@link #position} is answered; a frame counts only if it begins exactly there.
 * Not thread-safe.
 *
 * <pre>
 * start            position                stop
 *   |--- answered ---|                       |
 *                    |--- from == position --|   TAKE
 *                         |--- from beyond --|   GAP: rows [position, from) first
 *        |-- nothing scanned -|                  DROP
 *        |-- something scanned --|               OVERLAP: ask again from position
 * </pre>
 */
final class Coverage {
  /** The decision about a frame. */
  enum Verdict {
    /** Use its rows, then {@link #advance}. */
    TAKE,
    /** It says nothing new: a region, or the rest of one, without rows that is answered already. */
    DROP,
    /** Answer {@code [position, from)} in another way, then judge it again. */
    GAP,
    /** It repeats rows that are answered. Discard it and scan again from {@link #position}. */
    OVERLAP
  }

  private final byte[] stopRow;
  private final byte[] planHash;
  private byte[] position;
  private boolean complete;

  Coverage(byte[] startRow, byte[] stopRow, byte[] planHash) {
    this.position = startRow;
    this.stopRow = stopRow;
    this.planHash = planHash;
    this.complete = stopRow.length > 0 && Bytes.compareTo(startRow, stopRow) >= 0;
  }

  /** The first row key that is not answered yet; meaningless once complete. */
  byte[] position() {
    return position;
  }

  byte[] stopRow() {
    return stopRow;
  }

  /** True when every row of the range is answered, or no more rows are wanted. */
  boolean isComplete() {
    return complete;
  }

  /**
   * Changes nothing. Throws CORRUPT_FRAME for a frame that no correct server sends for this scan.
   */
  Verdict judge(FrameHeader header) throws SubPlanException {
    check(header);
    byte[] from = header.getFromRow().toByteArray();
    byte[] to = header.getToRow().toByteArray();
    int order = Bytes.compareTo(from, position);
    if (order > 0) {
      return Verdict.GAP;
    }
    if (order == 0) {
      return Verdict.TAKE;
    }
    boolean scannedNothing =
        header.getStatistics().getRowsScanned() == 0 && header.getRowCount() == 0;
    if (!scannedNothing) {
      return Verdict.OVERLAP;
    }
    boolean endsBeyond = to.length == 0 || Bytes.compareTo(to, position) > 0;
    return endsBeyond ? Verdict.TAKE : Verdict.DROP;
  }

  /** The rows of a frame that was judged TAKE are answered. */
  void advance(FrameHeader header) {
    if (StopReasons.endsScan(header.getStopReason())) {
      finish();
    } else {
      advanceTo(header.getToRow().toByteArray());
    }
  }

  /** Rows up to {@code row}, exclusive, are answered; empty means the end of the table. */
  void advanceTo(byte[] row) {
    position = row;
    complete = row.length == 0 || (stopRow.length > 0 && Bytes.compareTo(row, stopRow) >= 0);
  }

  /** No more rows are wanted. */
  void finish() {
    complete = true;
  }

  /** The end of the region that ends at {@code regionEnd}, or of the range if that comes first. */
  byte[] clip(byte[] regionEnd) {
    boolean rangeEndsFirst =
        regionEnd.length == 0 || (stopRow.length > 0 && Bytes.compareTo(stopRow, regionEnd) < 0);
    return rangeEndsFirst ? stopRow : regionEnd;
  }

  private void check(FrameHeader header) throws SubPlanException {
    if (!Arrays.equals(header.getPlanHash().toByteArray(), planHash)) {
      throw corrupt("The frame answers another sub-plan.", header);
    }
    byte[] from = header.getFromRow().toByteArray();
    byte[] to = header.getToRow().toByteArray();
    if (to.length > 0 && Bytes.compareTo(from, to) > 0) {
      throw corrupt("The frame ends before it begins.", header);
    }
    if (stopRow.length > 0 && Bytes.compareTo(from, stopRow) > 0) {
      throw corrupt("The frame begins beyond the scan's stop row.", header);
    }
    if (header.getRowCount() > 0 && Arrays.equals(from, to) && to.length > 0) {
      throw corrupt("The frame has rows but covers none.", header);
    }
  }

  private SubPlanException corrupt(String sentence, FrameHeader header) {
    return new SubPlanException(
        ErrorCode.CORRUPT_FRAME,
        sentence
            + " The region server's answer cannot be trusted; check the coprocessor's version.",
        Map.of(
            "region", header.getRegion(),
            "frame", String.valueOf(header.getFrameNumber()),
            "fromRow", Bytes.toStringBinary(header.getFromRow().toByteArray()),
            "toRow", Bytes.toStringBinary(header.getToRow().toByteArray()),
            "position", Bytes.toStringBinary(position)));
  }
}
