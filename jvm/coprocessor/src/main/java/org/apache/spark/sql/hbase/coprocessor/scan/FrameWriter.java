package org.apache.spark.sql.hbase.coprocessor.scan;

import com.google.protobuf.ByteString;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeys;
import org.apache.spark.sql.hbase.coprocessor.direct.RowInterval;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.Emission;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.apache.spark.sql.hbase.wire.StopReasons;
import org.apache.spark.sql.hbase.wire.proto.FrameHeader;
import org.apache.spark.sql.hbase.wire.proto.Payload;
import org.apache.spark.sql.hbase.wire.proto.StopReason;

/**
 * Makes the frames of one scanner. Their intervals follow each other without gap from the start of
 * the scan in this region. So a client can prove that nothing is missing and nothing counted twice.
 * Not thread-safe.
 */
final class FrameWriter {
  private static final byte[] LOWEST_ROW = {0};

  private final CompiledSubPlan plan;
  private final ByteString planHash;
  private final String region;
  private final RowInterval interval;
  private final SourceReport source;

  /** First row key that no frame has covered yet. */
  private byte[] position;

  /**
   * Row key of the Results: the last row consumed, and before the first one the start of the
   * interval.
   */
  private byte[] resultRow;

  private long framesWritten;

  FrameWriter(
      CompiledSubPlan plan,
      byte[] planHash,
      String region,
      RowInterval interval,
      SourceReport source) {
    this.plan = plan;
    this.source = source;
    this.planHash = ByteString.copyFrom(planHash);
    this.region = region;
    this.interval = interval;
    this.position = interval.from();
    this.resultRow = legalRow(interval.from());
  }

  /**
   * The Result cell for what the engine emits. HBase's client resumes just after the row of the
   * last Result, so the frame holds everything up to that row and nothing beyond it. Of a plan that
   * reads backward the one frame answers for the whole interval.
   *
   * @throws DoNotRetryIOException if such a plan has emitted less than all
   */
  Cell write(Emission emission) throws DoNotRetryIOException {
    if (plan.readsBackward()) {
      checkWhole(emission);
    } else if (emission.lastRow() != null) {
      resultRow = emission.lastRow();
    }
    StopReason stopReason = plan.readsBackward() ? StopReason.END_OF_REGION : emission.stopReason();
    boolean endOfRegion = StopReasons.endsRegion(stopReason);
    byte[] to = endOfRegion ? interval.to() : consumedUpTo(emission.lastRow());
    FrameHeader header =
        FrameHeader.newBuilder()
            .setPlanHash(planHash)
            .setRegion(region)
            .setFrameNumber(framesWritten++)
            .setFromRow(ByteString.copyFrom(position))
            .setToRow(ByteString.copyFrom(to))
            .setPayload(plan.partialAggregate() ? Payload.PARTIAL_AGGREGATE : Payload.ROWS)
            .setLastInRegion(endOfRegion)
            .setStopReason(stopReason)
            .setRowCount(emission.rowCount())
            .setStatistics(source.addTo(emission.statistics()))
            .setJavaRules(plan.javaRules())
            .build();
    byte[] frame =
        ResultFrame.encode(header, plan.outputNames(), emission.columns(), emission.rowCount());
    position = to;
    return Cells.ofFrame(resultRow, frame);
  }

  /** Rows that come in descending order can only be proven complete together. */
  private static void checkWhole(Emission emission) throws DoNotRetryIOException {
    if (!emission.end()) {
      RemoteError error =
          new RemoteError(
              ErrorCode.SERVER_OVERLOADED,
              "The last rows of a region do not fit into the memory of sub-plan scans."
                  + " Ask for fewer rows, or raise"
                  + " hbase.sparksql.state.max.bytes.",
              Map.of("rows", Integer.toString(emission.rowCount())));
      throw new DoNotRetryIOException(error.format());
    }
  }

  private byte[] consumedUpTo(byte[] lastRow) {
    return lastRow == null ? position : RowKeys.after(lastRow);
  }

  /** A row key that a cell can have: not empty, not too long. */
  private static byte[] legalRow(byte[] row) {
    if (row.length == 0) {
      return LOWEST_ROW;
    }
    return row.length <= HConstants.MAX_ROW_LENGTH
        ? row
        : Arrays.copyOf(row, HConstants.MAX_ROW_LENGTH);
  }
}
