package org.apache.spark.sql.hbase.coprocessor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.wire.ArrowBatch;
import org.apache.spark.sql.hbase.wire.ArrowColumn;
import org.apache.spark.sql.hbase.wire.PlanHash;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.apache.spark.sql.hbase.wire.proto.FrameHeader;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;

/** Runs a sub-plan by HBase's own client and checks what every frame promises. */
final class FrameScan implements AutoCloseable {
  private final Table table;
  private final ResultScanner scanner;
  private final ByteString planHash;
  private final byte[] stopRow;
  private final List<ResultFrame> frames = new ArrayList<>();
  private byte[] position;

  private FrameScan(Connection connection, TableName name, byte[] subPlan, Scan scan)
      throws IOException {
    this.planHash = ByteString.copyFrom(PlanHash.of(subPlan));
    this.position =
        scan.includeStartRow() ? scan.getStartRow() : RowInterval.after(scan.getStartRow());
    this.stopRow = scan.includeStopRow() ? RowInterval.after(scan.getStopRow()) : scan.getStopRow();
    this.table = connection.getTable(name);
    this.scanner = table.getScanner(withPlan(scan, subPlan));
  }

  static Scan withPlan(Scan scan, byte[] subPlan) {
    return scan.setCaching(1).setAttribute(ScanAttributes.SUB_PLAN, subPlan);
  }

  static FrameScan open(Connection connection, TableName name, SubPlan plan, Scan scan)
      throws IOException {
    return new FrameScan(connection, name, plan.toByteArray(), scan);
  }

  /** All frames, whose intervals tile the range of the scan. */
  static List<ResultFrame> all(Connection connection, TableName name, SubPlan plan, Scan scan)
      throws IOException {
    try (FrameScan frames = open(connection, name, plan, scan)) {
      while (frames.next()) {
        // next() checks and collects.
      }
      frames.checkComplete();
      return frames.frames;
    }
  }

  /** Fetches one frame; false at the end. */
  boolean next() throws IOException {
    Result result = scanner.next();
    if (result == null) {
      return false;
    }
    assertEquals(1, result.size(), "cells of a Result");
    Cell cell = result.rawCells()[0];
    assertArrayEquals(ScanAttributes.frameFamily(), CellUtil.cloneFamily(cell));
    assertArrayEquals(ScanAttributes.frameQualifier(), CellUtil.cloneQualifier(cell));
    ResultFrame frame = ResultFrame.decode(CellUtil.cloneValue(cell));
    check(frame.header(), result.getRow());
    frames.add(frame);
    return true;
  }

  ResultFrame last() {
    return frames.get(frames.size() - 1);
  }

  private void check(FrameHeader header, byte[] resultRow) {
    assertEquals(planHash, header.getPlanHash());
    assertEquals(
        Bytes.toStringBinary(position),
        Bytes.toStringBinary(header.getFromRow().toByteArray()),
        "from_row");
    byte[] to = header.getToRow().toByteArray();
    assertTrue(to.length == 0 || Bytes.compareTo(position, to) <= 0, "the interval runs forward");
    if (!header.getLastInRegion() && header.getStatistics().getRowsScanned() > 0) {
      assertArrayEquals(
          RowInterval.after(resultRow), to, "to_row comes just after the row of the Result");
    }
    position = to;
  }

  private void checkComplete() {
    assertEquals(
        Bytes.toStringBinary(stopRow),
        Bytes.toStringBinary(position),
        "the frames cover the whole range");
  }

  /** The sum over all rows of all frames of a BIGINT column; NULL adds nothing. */
  static long sum(List<ResultFrame> frames, int column) {
    long sum = 0;
    for (ResultFrame frame : frames) {
      ArrowBatch batch = frame.batch();
      ArrowColumn values = batch.columns().get(column);
      for (int i = 0; i < batch.rowCount(); i++) {
        sum += values.isNull(i) ? 0 : values.getLong(i);
      }
    }
    return sum;
  }

  static long rows(List<ResultFrame> frames) {
    return frames.stream().mapToLong(frame -> frame.header().getRowCount()).sum();
  }

  static long rowsScanned(List<ResultFrame> frames) {
    return frames.stream()
        .mapToLong(frame -> frame.header().getStatistics().getRowsScanned())
        .sum();
  }

  @Override
  public void close() throws IOException {
    scanner.close();
    table.close();
  }
}
