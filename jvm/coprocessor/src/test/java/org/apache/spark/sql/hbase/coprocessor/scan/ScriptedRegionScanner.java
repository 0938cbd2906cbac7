package org.apache.spark.sql.hbase.coprocessor.scan;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.hbase.ByteBufferKeyValue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;

/**
 * Answers each call with the next piece of a script. As HBase may, it reuses the memory of the
 * cells it returned once {@link #shipped} was called.
 */
final class ScriptedRegionScanner implements RegionScanner, Shipper {
  private final Deque<String> pieces;
  private final boolean offHeap;
  private final List<byte[]> lent = new ArrayList<>();
  private int releases;
  private int seeks;
  private boolean closed;

  /**
   * @param offHeap return cells in direct buffers
   * @param pieces one per call: cells {@code row/qualifier=value} separated by blanks; empty for a
   *     call that finds nothing
   */
  ScriptedRegionScanner(boolean offHeap, String... pieces) {
    this.offHeap = offHeap;
    this.pieces = new ArrayDeque<>(List.of(pieces));
  }

  @Override
  public boolean nextRaw(List<Cell> result, ScannerContext context) {
    String piece = pieces.pop();
    for (String cell : piece.isEmpty() ? new String[0] : piece.split(" ")) {
      String[] parts = cell.split("[/=]");
      KeyValue keyValue =
          new KeyValue(bytes(parts[0]), bytes("f"), bytes(parts[1]), 1, bytes(parts[2]));
      result.add(offHeap ? offHeap(keyValue) : keyValue);
      lent.add(keyValue.getBuffer());
    }
    return !pieces.isEmpty();
  }

  private Cell offHeap(KeyValue cell) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(cell.getLength());
    buffer.put(cell.getBuffer(), cell.getOffset(), cell.getLength());
    return new ByteBufferKeyValue(buffer, 0, cell.getLength());
  }

  @Override
  public void shipped() {
    releases++;
    lent.forEach(buffer -> Arrays.fill(buffer, KeyValue.ROW_OFFSET + 2, buffer.length, (byte) 0));
    lent.clear();
  }

  int releases() {
    return releases;
  }

  int seeks() {
    return seeks;
  }

  boolean isClosed() {
    return closed;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public boolean nextRaw(List<Cell> result) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean next(List<Cell> result, ScannerContext context) {
    throw new UnsupportedOperationException();
  }

  @Override
  public RegionInfo getRegionInfo() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isFilterDone() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean reseek(byte[] row) {
    seeks++;
    String to = new String(row, StandardCharsets.US_ASCII);
    pieces.removeIf(piece -> piece.compareTo(to) < 0);
    return !pieces.isEmpty();
  }

  @Override
  public long getMaxResultSize() {
    throw new UnsupportedOperationException();
  }

  @Override
  public long getMvccReadPoint() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int getBatch() {
    throw new UnsupportedOperationException();
  }
}
