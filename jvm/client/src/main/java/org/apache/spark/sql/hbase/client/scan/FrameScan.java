package org.apache.spark.sql.hbase.client.scan;

import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.spark.sql.hbase.client.cluster.SubPlanException;
import org.apache.spark.sql.hbase.client.cluster.TableAccess;
import org.apache.spark.sql.hbase.wire.ByteSlice;
import org.apache.spark.sql.hbase.wire.FrameException;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.apache.spark.sql.hbase.wire.StopReasons;

/**
 * An open sub-plan scan. Looks at every Result: a region without the coprocessor, or one that lost
 * it, answers with ordinary cells in the middle of the scan. The next Result can be fetched and
 * decoded ahead, in another thread. Not thread-safe.
 */
final class FrameScan implements AutoCloseable {
  private static final byte[] FAMILY = ScanAttributes.frameFamily();
  private static final byte[] QUALIFIER = ScanAttributes.frameQualifier();

  /**
   * One answer of the scan: a frame, a plain row, or neither at the end.
   *
   * @param frame null unless a frame came
   * @param plainRow key of a row of ordinary cells, else null
   * @param bytes of the frame's Result
   */
  record Answer(ResultFrame frame, byte[] plainRow, long bytes) {
    static final Answer END = new Answer(null, null, 0);

    boolean isEnd() {
      return frame == null && plainRow == null;
    }
  }

  private final ReadAhead<Answer> answers;
  private final StatisticsCounter statistics;
  private long frames;

  FrameScan(TableAccess table, Scan scan, StatisticsCounter statistics) throws IOException {
    this.answers = new ReadAhead<>(new Answers(new MeteredScan(table, scan, statistics)));
    this.statistics = statistics;
  }

  /** Begins to fetch what {@link #next} will return; at most one Result is fetched ahead. */
  void fetchAhead() {
    answers.start();
  }

  /**
   * @throws SubPlanException CORRUPT_FRAME if a frame does not decode
   */
  Answer next() throws IOException {
    Answer answer = answers.next();
    if (answer.frame() != null) {
      frames++;
      statistics.addFrame(answer.frame().header(), answer.bytes());
    }
    return answer;
  }

  /** Frames that came so far; the first of a scan begins where the scan does. */
  long frames() {
    return frames;
  }

  @Override
  public void close() {
    answers.close();
  }

  /** Used by one thread at a time. */
  private record Answers(MeteredScan scan) implements ReadAhead.Source<Answer> {
    @Override
    public Answer next() throws IOException {
      Result result = scan.next();
      if (result == null) {
        return Answer.END;
      }
      if (!isFrameCell(result)) {
        return new Answer(null, result.getRow(), 0);
      }
      ResultFrame frame = decode(result);
      scan.isInRegion(!StopReasons.isInBand(frame.header().getStopReason()));
      return new Answer(frame, null, result.rawCells()[0].getSerializedSize());
    }

    @Override
    public void close() {
      scan.close();
    }
  }

  private static boolean isFrameCell(Result result) {
    Cell[] cells = result.rawCells();
    return cells.length == 1
        && CellUtil.matchingFamily(cells[0], FAMILY)
        && CellUtil.matchingQualifier(cells[0], QUALIFIER);
  }

  private static ResultFrame decode(Result result) throws SubPlanException {
    try {
      Cell cell = result.rawCells()[0];
      return ResultFrame.decode(
          new ByteSlice(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()));
    } catch (FrameException e) {
      throw new SubPlanException(e.error(), e);
    }
  }
}
