package org.apache.spark.sql.hbase.engine.row;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.hbase.codec.chunk.ChunkCodec;
import org.apache.spark.sql.hbase.codec.chunk.ChunkFormat;
import org.apache.spark.sql.hbase.codec.chunk.ChunkReader;
import org.apache.spark.sql.hbase.codec.chunk.GroupCell;
import org.apache.spark.sql.hbase.codec.chunk.GroupKey;
import org.apache.spark.sql.hbase.codec.chunk.OverlayCell;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedReader;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/**
 * Decodes the HBase rows of a columnar table, each a group of rows of the table: FORMAT.md,
 * "Columnar groups". What a caller takes for one row makes any number of rows of the batch, none
 * among them.
 *
 * <p>A chunk is appended column by column as it comes, those with a range first. Rows that these
 * reject are taken out again if they are many. The chunk's smallest and largest values may say that
 * none of its rows passes. Then only the rests of its row keys are kept, for they may stand for
 * older rows. At the end of the group the rows stand as they are. Where several loads and overlay
 * rows meet, those that count are picked out by row key.
 *
 * <p>Nothing is allocated per row once the buffers are large enough. Not thread-safe.
 */
final class GroupDecoder implements RowDecoder {
  /**
   * One value column that is looked at.
   *
   * @param field of the packed cell of overlay rows; column of the chunks
   * @param range null where every value is accepted
   */
  record Target(String name, ColumnVector column, ColumnRange range, int field) {}

  /** The decoder picks rows if at most one in so many rows of a chunk may pass the ranges. */
  private static final int WORTH_PICKING = 2;

  private final ColumnBatch batch;
  private final GroupKey groups;
  private final byte[] family;
  private final ChunkReader chunk;
  private final PackedReader packed;

  /** The targets of columns, the ones with a range first. */
  private final Target[] targets;

  private final int rangedTargets;
  private final ColumnVector[] vectors;

  /** Vectors of the same types, to put rows in order. */
  private final ColumnVector[] sorted;

  /** Null if no part of the row key is looked at. */
  private final RowKeyReader keyReader;

  private final boolean isBackward;
  private final GroupRows rows = new GroupRows();
  private byte[] rowKey = new byte[64];
  private int[] places = new int[ChunkFormat.MAX_ROWS];
  private int[] identity = new int[0];

  /** The source's own array. */
  private byte[] row;

  private int rowOffset;
  private int rowLength;

  /** Name of the last cell: of several versions the first counts. */
  private byte[] lastName = new byte[64];

  private int lastNameLength;

  /** Rows appended to the batch in this group. */
  private int appended;

  /**
   * Makes a decoder.
   *
   * @param fields of all value columns ever written
   * @param keyReader without ranges; null if no part of the row key is looked at
   * @param isBackward whether rows are to come in descending order, as the groups do
   */
  GroupDecoder(
      ColumnBatch batch,
      GroupKey groups,
      byte[] family,
      List<SqlType> fields,
      List<Target> targets,
      RowKeyReader keyReader,
      boolean isBackward) {
    this.batch = batch;
    this.groups = groups;
    this.family = family;
    this.chunk = new ChunkCodec(fields, groups).newReader();
    this.packed = new PackedCodec(fields).newReader();
    this.targets =
        targets.stream()
            .sorted(Comparator.comparing(target -> target.range == null))
            .toArray(Target[]::new);
    this.rangedTargets = (int) targets.stream().filter(target -> target.range != null).count();
    this.vectors = Arrays.stream(this.targets).map(Target::column).toArray(ColumnVector[]::new);
    this.sorted = new ColumnVector[vectors.length];
    this.keyReader = keyReader;
    this.isBackward = isBackward;
  }

  /** Always: only its cells tell how many rows a group has. */
  @Override
  public boolean wantsCells() {
    return true;
  }

  /** A run of groups would fill more than a batch. */
  @Override
  public boolean takesRuns() {
    return false;
  }

  @Override
  public boolean beginRow(byte[] key, int offset, int length) {
    row = key;
    rowOffset = offset;
    rowLength = length;
    lastNameLength = 0;
    appended = 0;
    rows.reset();
    return true;
  }

  @Override
  public boolean cell(
      byte[] name, int nameOffset, int nameLength, byte[] value, int valueOffset, int valueLength) {
    int qualifier = nameOffset + 1 + family.length;
    int qualifierLength = nameLength - 1 - family.length;
    if (!isOfFamily(name, nameOffset) || isLastName(name, nameOffset, nameLength)) {
      return true;
    }
    keepName(name, nameOffset, nameLength);
    try {
      byte kind = qualifierLength > 0 ? name[qualifier] : 0;
      if (kind == GroupCell.CHUNK && qualifierLength == GroupCell.CHUNK_QUALIFIER_BYTES) {
        addChunk(GroupCell.loadId(name, qualifier), value, valueOffset, valueLength);
      } else if (kind == GroupCell.OVERLAY) {
        addOverlay(name, qualifier + 1, qualifierLength - 1, value, valueOffset, valueLength);
      } else {
        throw GroupCell.unknownCell(
            Arrays.copyOfRange(name, qualifier, qualifier + qualifierLength));
      }
      GroupCell.checkStoredRows(rows.entries());
    } catch (CodecException e) {
      throw withRow(e);
    }
    return true;
  }

  private boolean isOfFamily(byte[] name, int offset) {
    return name[offset] == family.length
        && Arrays.equals(name, offset + 1, offset + 1 + family.length, family, 0, family.length);
  }

  private boolean isLastName(byte[] name, int offset, int length) {
    return Arrays.equals(name, offset, offset + length, lastName, 0, lastNameLength);
  }

  private void keepName(byte[] name, int offset, int length) {
    if (length > lastName.length) {
      lastName = new byte[2 * length];
    }
    System.arraycopy(name, offset, lastName, 0, length);
    lastNameLength = length;
  }

  private void addChunk(long loadId, byte[] value, int offset, int length) {
    chunk.bind(value, offset, length);
    GroupCell.checkStoredRows(rows.entries() + (long) chunk.rowCount());
    if (isRejected()) {
      batch.addSkippedChunk();
      rows.addChunk(chunk, loadId, GroupRun.NO_PLACE);
      return;
    }
    int first = batch.rowCount() + appended;
    int count = chunk.rowCount();
    for (int i = 0; i < rangedTargets; i++) {
      append(targets[i]);
    }
    int kept = select(first, count);
    if (kept == 0) {
      dropFrom(first);
      rows.addChunk(chunk, loadId, GroupRun.NO_PLACE);
      return;
    }
    for (int i = rangedTargets; i < targets.length; i++) {
      append(targets[i]);
    }
    GroupRun run = rows.addChunk(chunk, loadId, first);
    if (kept <= count / WORTH_PICKING) {
      for (ColumnVector vector : vectors) {
        vector.keep(first, places, kept);
      }
      run.keep(places, kept);
      appended += kept;
    } else {
      appended += count;
    }
  }

  private void append(Target target) {
    try {
      ChunkColumns.append(chunk, target.field, target.column);
    } catch (CodecException e) {
      throw e.withColumn(target.name);
    }
  }

  /** Numbers of the chunk's rows that all ranges accept, in {@link #places}. */
  private int select(int first, int count) {
    int kept = count;
    for (int row = 0; rangedTargets > 0 && row < count; row++) {
      places[row] = row;
    }
    for (int i = 0; i < rangedTargets && kept > 0; i++) {
      kept = targets[i].range.select(targets[i].column, first, places, kept);
    }
    return kept;
  }

  private void dropFrom(int first) {
    for (ColumnVector vector : vectors) {
      if (vector.size() > first) {
        vector.truncate(first);
      }
    }
  }

  /** Whether some column of the chunk has no value that its range accepts. */
  private boolean isRejected() {
    for (Target target : targets) {
      ColumnRange range = target.range;
      if (range != null && !chunk.mayHold(target.field, range.min(), range.max())) {
        return true;
      }
    }
    return false;
  }

  private void addOverlay(
      byte[] name, int rest, int restLength, byte[] value, int offset, int length) {
    int place = GroupRun.NO_PLACE;
    if (!OverlayCell.isRemoved(value, offset, length)) {
      int header = OverlayCell.HEADER_BYTES;
      packed.bind(value, offset + header, length - header);
      for (Target target : targets) {
        try {
          packed.read(target.field, target.column);
        } catch (CodecException e) {
          throw e.withColumn(target.name);
        }
      }
      place = batch.rowCount() + appended;
      appended++;
    }
    rows.addOverlay(name, rest, restLength, OverlayCell.timestamp(value, offset), place);
  }

  @Override
  public void endRow() {
    int first = batch.rowCount();
    int count = appended;
    int leftOut = rows.entries() - appended;
    boolean isSorted = rows.isInOrder() && !isBackward;
    if (!isSorted || keyReader != null) {
      places = places.length >= rows.entries() ? places : new int[rows.entries()];
      count = rows.settle(places);
      leftOut = rows.leftOut();
    }
    if (!isSorted) {
      reverseIfBackward(count);
      pick(first, count);
    }
    if (keyReader != null) {
      readKeys(count);
    }
    if (!rows.isInOrder()) {
      batch.addMergedGroup();
    }
    batch.leaveOut(leftOut);
    batch.setRowCount(first + count);
  }

  private void reverseIfBackward(int count) {
    for (int i = 0; isBackward && i < count / 2; i++) {
      int place = places[i];
      places[i] = places[count - 1 - i];
      places[count - 1 - i] = place;
    }
  }

  /** Leaves the rows of {@link #places} behind the first ones of the batch, in that order. */
  private void pick(int first, int count) {
    if (identity.length < count) {
      identity = new int[Math.max(count, 2 * identity.length)];
      Arrays.setAll(identity, i -> i);
    }
    for (int i = 0; i < vectors.length; i++) {
      if (sorted[i] == null) {
        sorted[i] = new ColumnVector(vectors[i].type(), count);
      }
      sorted[i].reset();
      sorted[i].append(vectors[i], places, count);
      vectors[i].truncate(first);
      vectors[i].append(sorted[i], identity, count);
    }
  }

  private void readKeys(int count) {
    int whole = groups.restStart(rowLength);
    int longest = whole + rows.longestRest();
    rowKey = rowKey.length >= longest ? rowKey : new byte[2 * longest];
    System.arraycopy(row, rowOffset, rowKey, 0, whole);
    for (int i = 0; i < count; i++) {
      int length = whole + rows.copyRest(isBackward ? count - 1 - i : i, rowKey, whole);
      try {
        keyReader.read(rowKey, 0, length);
      } catch (CodecException e) {
        throw e.withRow(Arrays.copyOf(rowKey, length));
      }
    }
  }

  @Override
  public void abandonRow() {
    batch.dropUnfinishedRow();
  }

  private CodecException withRow(CodecException e) {
    return e.withRow(Arrays.copyOfRange(row, rowOffset, rowOffset + rowLength));
  }
}
