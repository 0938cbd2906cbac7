package org.apache.spark.sql.hbase.engine;

import java.util.Arrays;
import java.util.Map;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.error.OverloadedException;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.engine.operator.BatchFootprint;

/**
 * The memory of one open scan besides its state, reserved before it is taken. It holds what a scan
 * has in any case, the input batch, what operators make of it, and the emission that leaves. {@link
 * BatchFootprint} says how much operators make of a batch at most.
 *
 * <p>Arrays stay from batch to batch, so a scan that waits for its client still holds those of its
 * largest batch. Where memory is short it lets go of them when its slice ends. Not thread-safe.
 */
final class WorkMemory {
  /**
   * A scan that has read nothing: its scanners with the block that each of them holds, its decoder,
   * and its place in the server.
   */
  static final long OPEN_BYTES = 64 << 10;

  /** A column of the table: how its values are found and read, and its first arrays. */
  private static final int BYTES_PER_COLUMN = 512;

  /** Less than this is not worth the time to make it again. */
  private static final long KEPT_BYTES = 32 << 10;

  /** The first batch is full at so many bytes in values of variable length. */
  private static final long FIRST_DATA_BYTES = 64 << 10;

  private final MemoryAccount account;
  private final BatchFootprint footprint;
  private final long openBytes;

  /** Most bytes of values of variable length that each column had in one batch. */
  private final long[] mostDataBytes;

  /** Most rows of one batch. */
  private long mostRows;

  /** Bytes of values of variable length at which the next batch is full. */
  private long nextDataBytes = FIRST_DATA_BYTES;

  private long reservedBytes;
  private long emissionBytes;

  /**
   * Reserves what the scan holds in any case.
   *
   * @param account for this scan alone
   * @param columns of the input batch
   * @throws OverloadedException if other scans hold the memory
   */
  WorkMemory(MemoryAccount account, BatchFootprint footprint, int columns) {
    this.account = account;
    this.footprint = footprint;
    this.mostDataBytes = new long[columns];
    this.openBytes = OPEN_BYTES + (long) BYTES_PER_COLUMN * columns + footprint.runBytes();
    if (!reserve(openBytes)) {
      throw new OverloadedException(
          "The sub-plan scans that are open hold the memory of the server."
              + " Run fewer tasks at once, or raise hbase.sparksql.memory.fraction.",
          Map.of("moreBytes", Long.toString(openBytes)));
    }
  }

  /**
   * Reserves the next batch and lets it be full at so much. While the account refuses, the batch is
   * made smaller.
   *
   * @param batch empty
   * @param letGo lets go of what operators hold
   * @throws OverloadedException if there is no memory for a single row
   */
  void beginBatch(ColumnBatch batch, long maxRows, long maxDataBytes, Runnable letGo) {
    long rows = Math.max(1, Math.min(maxRows, batch.capacity()));
    long dataBytes = Math.min(maxDataBytes, nextDataBytes);
    if (!reserve(bytesForBatch(batch, rows, dataBytes))) {
      letGo(batch, letGo);
      dataBytes = Math.min(dataBytes, nextDataBytes);
      while (!reserve(bytesForBatch(batch, rows, dataBytes))) {
        if (rows <= 1) {
          throw tooLittle(1, 0, bytesForBatch(batch, rows, dataBytes) - reservedBytes);
        }
        rows /= 2;
        dataBytes = Math.max(1, dataBytes / 2);
      }
    }
    batch.fillUpTo(rows, dataBytes);
    batch.ensureCapacity((int) rows);
  }

  /** Arrays that grow take up to twice what they hold. */
  private long bytesForBatch(ColumnBatch batch, long rows, long dataBytes) {
    return heldBytes(batch, Math.max(rows, mostRows))
        + 2 * batch.bytesFor(rows)
        + 2 * dataBytes
        + footprint.bytesFor(0, dataBytes);
  }

  /**
   * Reserves what operators make of the batch, now that it is filled. It is larger than it should
   * be if its last row is, or its first group of rows.
   *
   * @throws OverloadedException if there is no memory for it
   */
  void batchFilled(ColumnBatch batch) {
    for (int i = 0; i < mostDataBytes.length; i++) {
      ColumnVector column = batch.columnOrPlaces(i);
      if (column != null) {
        mostDataBytes[i] = Math.max(mostDataBytes[i], column.dataLength());
      }
    }
    mostRows = Math.max(mostRows, batch.rowCount());
    nextDataBytes = Math.max(nextDataBytes, 2 * batch.dataBytes());
    long held = heldBytes(batch, mostRows);
    if (!reserve(held)) {
      throw tooLittle(batch.rowCount(), batch.dataBytes(), held - reservedBytes);
    }
  }

  private static OverloadedException tooLittle(long rows, long rowBytes, long moreBytes) {
    return new OverloadedException(
        "The expressions of the query could take too much memory for some rows. "
            + "Select long values as they are, write the table with more group "
            + "bits, run fewer tasks at once, or raise hbase.sparksql.memory.fraction.",
        Map.of(
            "rows", Long.toString(rows),
            "rowBytes", Long.toString(rowBytes),
            "moreBytes", Long.toString(moreBytes)));
  }

  /** Everything but the emission, where the largest batch had so many rows. */
  private long heldBytes(ColumnBatch batch, long rows) {
    long bytes = openBytes + batch.allocatedBytes() + footprint.bytesFor(rows, 0);
    for (int i = 0; i < mostDataBytes.length; i++) {
      bytes += footprint.bytesForColumn(i, mostDataBytes[i]);
    }
    return bytes;
  }

  private boolean reserve(long bytes) {
    if (bytes > reservedBytes) {
      if (!account.tryReserve(bytes - reservedBytes)) {
        return false;
      }
      reservedBytes = bytes;
    }
    return true;
  }

  /**
   * Gives back what the scan does not hold between two slices.
   *
   * @param letGo lets go of what operators hold; null if they go on with the batch
   */
  void endSlice(ColumnBatch batch, Runnable letGo) {
    if (letGo != null && account.isShort() && heldBytes(batch, mostRows) - openBytes > KEPT_BYTES) {
      letGo(batch, letGo);
    }
    long held = heldBytes(batch, mostRows);
    if (held < reservedBytes) {
      account.release(reservedBytes - held);
      reservedBytes = held;
    }
  }

  private void letGo(ColumnBatch batch, Runnable operators) {
    operators.run();
    batch.letGo();
    mostRows = 0;
    nextDataBytes = FIRST_DATA_BYTES;
    Arrays.fill(mostDataBytes, 0);
  }

  /**
   * Counts an emission that is about to leave, and its copy in a frame. Nothing is refused, because
   * only an emission makes state free.
   */
  void beginEmission(long bytes) {
    emissionBytes = 2 * bytes;
    account.reserveBeyond(emissionBytes);
  }

  /** The emission has left. Idempotent. */
  void endEmission() {
    account.release(emissionBytes);
    emissionBytes = 0;
  }

  /** Returns all memory to the account. Idempotent. */
  void close() {
    reservedBytes = 0;
    emissionBytes = 0;
    account.close();
  }
}
