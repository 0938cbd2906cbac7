package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import java.io.IOException;
import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeys;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ColumnMemory;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.RowKeyCursor;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.RowPlaces;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ValuedStretch;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ValuesInBatch;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneMap;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.row.DecodedColumns;

/**
 * Adds rows of one family from the memory of columns, and has the rows recorded that are not there.
 * While rows are added the family stands where it left its file. Then it is moved to the first row
 * that is not known or not clean. Not thread-safe.
 *
 * <p>A stretch holds rows of a base file, or those of a base file together with all small files. In
 * the second the patch is what the region's memory has, and stands where it was left, too. While
 * nothing is written, what the memory has is taken for a small file.
 *
 * <p>Values are used for a scan that sees all cells of the file, and were decoded for a scan that
 * saw them all. So a row that no other file or memory has a cell of is the same for both.
 */
public final class ColumnReplay {
  /** Keys that are passed before a row is looked for. */
  private static final int NEAR_KEYS = 8;

  private final ColumnMemory memory;
  private final FamilyRows family;
  private final PatchRows patch;
  private final byte[] startRow;

  /** First row that is not read any more; null for none. */
  private final byte[] stopRow;

  private final DecodedColumns columns;
  private final ColumnRecorder recorder;
  private final MergedRecorder mergedRecorder;
  private final ValuesInBatch values;

  private WalkedFile file;
  private boolean isFileVisible;
  private long askedBefore;

  /** Null as long as nothing is known of the file. */
  private ZoneMap<ValuedStretch> known;

  /** The names of the file and the small files; null if nothing is kept of them together. */
  private String files;

  private long filesAskedBefore;

  /** Null as long as nothing is known of them. */
  private ZoneMap<ValuedStretch> knownOfFiles;

  /** Blocks that were read when the family's row was looked for last. */
  private long blocksSeen;

  /** The family stands at a row that may be known, whatever blocks were read. */
  private boolean isNear;

  /** The row from which on rows may be known again; null if none is in sight. */
  private byte[] dueRow;

  private boolean isOn;

  /** The stretch whose values are at hand; null for none. */
  private ValuedStretch stretch;

  /** It has the rows of the small files, too. */
  private boolean isOfFiles;

  /** Its keys; stands at {@link #end}, or before it where that is the end of the stretch. */
  private RowKeyCursor keys;

  /** The next row of the stretch, and the one before which the scan or the patch has a say. */
  private int row;

  private int end;

  /** Row behind all that may be added; null for none. */
  private byte[] limit;

  /**
   * @param family of all rows
   * @param patch of that family
   * @param startRow of the scan
   * @param stopRow first row that is not read any more; null for none
   */
  ColumnReplay(
      ColumnMemory memory,
      FamilyRows family,
      PatchRows patch,
      byte[] startRow,
      byte[] stopRow,
      DecodedColumns columns) {
    this.memory = memory;
    this.family = family;
    this.patch = patch;
    this.startRow = startRow;
    this.stopRow = stopRow;
    this.columns = columns;
    this.recorder = new ColumnRecorder(memory, family, columns);
    this.mergedRecorder = new MergedRecorder(memory, columns);
    this.values = new ValuesInBatch(columns);
  }

  /** Whether each row of the family is a group of rows of a columnar table. */
  public boolean hasGroups() {
    return columns.areGroups();
  }

  /** Whether the next rows are those of a stretch, and the family stands before them. */
  public boolean isOn() {
    return isOn;
  }

  /** Records the rows that are read. */
  public ColumnRecorder recorder() {
    return recorder;
  }

  /** Records the rows of files that are read together. */
  public MergedRecorder mergedRecorder() {
    return mergedRecorder;
  }

  /** Whether {@link #enter} may find the row at which the family stands. */
  public boolean isDue() {
    return family.hasRow()
        && (isNear
            || columns.areGroups()
            || family.blocksRead() != blocksSeen
            || recorder.isAtEnd()
            || dueRow != null && family.compareTo(dueRow, dueRow.length) >= 0);
  }

  /**
   * Looks for the row at which the family stands. If it is not known, it and those behind it are
   * recorded from here on, or go on to be. To be called where {@link #isDue}, and where the patch
   * has no row at or before that one.
   *
   * @return whether {@link #add} comes next
   */
  public boolean enter() {
    byte[] at = family.copyRow();
    blocksSeen = family.blocksRead();
    dueRow = null;
    openFile();
    if (!isFileVisible) {
      return false;
    }
    if (recorder.isAtEnd()) {
      recorder.finish(at);
    }
    if (isNext(at)) {
      return enterAtKey();
    }
    mergedRecorder.interrupt();
    ValuedStretch found = findOfFiles(at);
    if (found == null || !take(found, true)) {
      found = find(at);
      if (found == null || !take(found, false)) {
        isNear = found != null;
        record(at, found);
        return false;
      }
    }
    isNear = true;
    recorder.finish(at);
    keys.seek(at, at.length);
    return !keys.isAtEnd() && keys.compareTo(at, at.length) == 0 && enterAtKey();
  }

  /**
   * Looks for the group that comes next in the patch, unless the region's memory has cells of it.
   * If it is not known, it is recorded with what the files have of it.
   *
   * @return whether {@link #add} comes next
   */
  public boolean enterDirtyGroup() {
    openFile();
    if (files == null || patch.isInMemory()) {
      return false;
    }
    byte[] group = patch.copyRow();
    ValuedStretch found = findOfFiles(group);
    if (found != null && Arrays.equals(found.first(), group) && take(found, true)) {
      recorder.finish(group);
      isNear = true;
      return enterAtKey();
    }
    if (filesAskedBefore >= 0) {
      mergedRecorder.startGroup(files, group, filesAskedBefore);
    }
    return false;
  }

  /** A row of the patch was passed, and family and patch stand behind it. It may be recorded. */
  public void dirtyRowRead(byte[] passed, boolean isInMemory) {
    mergedRecorder.passed(passed, isInMemory);
    if (columns.areGroups() && mergedRecorder.isOn()) {
      mergedRecorder.finish(nextRow());
    }
  }

  /** The next row of the files, or one of the region's memory before it; null for none. */
  private byte[] nextRow() {
    byte[] end = family.hasRow() ? family.copyRow() : null;
    if (patch.hasRow() && (end == null || patch.compareTo(end, end.length) < 0)) {
      end = patch.copyRow();
    }
    return end;
  }

  /** Whether a row comes next among the keys of the stretch at hand, perhaps behind another one. */
  private boolean isNext(byte[] at) {
    if (!isNear || stretch == null || recorder.isOn()) {
      return false;
    }
    for (int passed = 0; passed < NEAR_KEYS && !keys.isAtEnd(); passed++) {
      int difference = keys.compareTo(at, at.length);
      if (difference >= 0) {
        return difference == 0;
      }
      keys.next();
    }
    return false;
  }

  private boolean enterAtKey() {
    row = keys.place();
    findEnd();
    isOn = row < end && values.nextGap(row, end) > row;
    if (isOn && !mergedRecorder.isAt(row)) {
      recordMerged();
    } else if (!isOn) {
      mergedRecorder.interrupt();
    }
    return isOn;
  }

  /** Records the rows of the stretch together with those of small files that lie among them. */
  private void recordMerged() {
    mergedRecorder.interrupt();
    if (files != null
        && !isOfFiles
        && !columns.areGroups()
        && filesAskedBefore >= 0
        && limit != null
        && stretch.reaches(limit)) {
      mergedRecorder.start(files, stretch, row, filesAskedBefore);
    }
  }

  private void openFile() {
    if (file != family.file()) {
      recorder.finish(null);
      mergedRecorder.interrupt();
      file = family.file();
      stretch = null;
      isFileVisible = family.isFileVisible();
      known = null;
      askedBefore = isFileVisible ? memory.ask(file.path, columns.all(), startRow) : -1;
      nameFiles();
      knownOfFiles = files == null ? null : memory.find(files);
    }
  }

  /**
   * Finds the name of the file together with all that changes it. What the region's memory has is
   * among that for the second scan with the same read point: nothing was written since.
   */
  private void nameFiles() {
    files = null;
    filesAskedBefore = -1;
    patch.nameMemory(false);
    if (!isFileVisible || !patch.areFilesVisible()) {
      return;
    }
    String withMemory = patch.namesWithMemory(file.path);
    if (withMemory != null) {
      filesAskedBefore = memory.ask(withMemory, columns.all(), startRow);
      if (filesAskedBefore >= 0) {
        files = withMemory;
        patch.nameMemory(true);
        return;
      }
    }
    files = patch.namesWith(file.path);
    if (files != null) {
      filesAskedBefore = memory.ask(files, columns.all(), startRow);
    }
  }

  private ValuedStretch findOfFiles(byte[] at) {
    return knownOfFiles == null ? null : knownOfFiles.at(at);
  }

  private ValuedStretch find(byte[] at) {
    if (known == null) {
      known = memory.find(file.path);
    }
    return known == null ? null : known.at(at);
  }

  /** Begins to record, unless it goes on; {@code found} has the row without some of the columns. */
  private void record(byte[] at, ValuedStretch found) {
    isNear = false;
    if (askedBefore < 0 || recorder.isOn()) {
      return;
    }
    if (found == null) {
      ValuedStretch next = known == null ? null : known.firstBehind(at);
      byte[] until = next == null ? null : next.first();
      recorder.start(at, until, true, askedBefore);
    } else if (Arrays.equals(found.first(), at)) {
      recorder.start(at, found.end(), false, askedBefore);
    } else {
      dueRow = found.end();
    }
  }

  /** Rows are those of that stretch; false if it lacks some column. */
  private boolean take(ValuedStretch next, boolean hasSmallFiles) {
    if (next != stretch && !values.take(next)) {
      return false;
    }
    stretch = next;
    isOfFiles = hasSmallFiles;
    keys = next.newKeys();
    return true;
  }

  private void findEnd() {
    limit = isOfFiles ? patch.endOfFileRows(stopRow) : patch.endOfCleanRows(stopRow);
    if (limit == null || !stretch.reaches(limit)) {
      end = stretch.count();
    } else {
      keys.seek(limit, limit.length);
      end = keys.place();
    }
  }

  /**
   * Adds rows to a batch that is not full.
   *
   * @return true if {@link #lastRow} is the last of them. If false, none is known, and {@link
   *     #passOver} or {@link #leave} must follow
   */
  public boolean add(ColumnBatch batch) throws IOException {
    while (true) {
      int count = values.nextGap(row, end) - row;
      if (count > 0) {
        int added = values.addTo(batch, row, count);
        mergedRecorder.addKnown(values, added);
        row += added;
        endStretch(batch);
        return true;
      }
      if (row < stretch.count() || !goOn()) {
        return false;
      }
    }
  }

  private void endStretch(ColumnBatch batch) {
    if (row == stretch.count()) {
      values.endOfStretch(batch);
    }
  }

  /** Goes to the stretch that begins where this one ends, if there is one. */
  private boolean goOn() throws IOException {
    byte[] first = stretch.end();
    if (first == null || limit != null && Arrays.compareUnsigned(first, limit) > 0) {
      return false;
    }
    mergedRecorder.finish(first);
    if (!takeFrom(first)) {
      return false;
    }
    keys.seek(first, first.length);
    row = keys.place();
    findEnd();
    recordMerged();
    return true;
  }

  /** Takes the stretch that has the rows from one on, before which all were passed. */
  private boolean takeFrom(byte[] first) throws IOException {
    ValuedStretch ofFiles = findOfFiles(first);
    if (ofFiles != null && take(ofFiles, true)) {
      return true;
    }
    ValuedStretch ofFile = find(first);
    if (ofFile == null || !Arrays.equals(ofFile.first(), first) || !take(ofFile, false)) {
      return false;
    }
    advancePatch(first);
    return true;
  }

  /** Brings the patch to the first row at or behind one, if it was left before it. */
  private void advancePatch(byte[] to) throws IOException {
    if (patch.hasRow() && patch.compareTo(to, to.length) < 0) {
      patch.seek(to);
    }
  }

  /**
   * Whether the row before which rows may be added comes next, or one of the stretch behind it. The
   * patch stands there then, unless the scan ends there.
   */
  public boolean isAtLimit() throws IOException {
    boolean isThere =
        row == end
            && limit != null
            && (row < stretch.count() || stretch.end() != null && stretch.reaches(limit));
    if (isThere) {
      advancePatch(limit);
    }
    return isThere;
  }

  /**
   * Passes over a row at the limit, which was added to the batch from elsewhere.
   *
   * @param isInMemory the region's memory has cells of it
   */
  public void passOver(ColumnBatch batch, byte[] passed, boolean isInMemory) {
    mergedRecorder.passed(passed, isInMemory);
    if (!keys.isAtEnd() && keys.compareTo(passed, passed.length) == 0) {
      keys.next();
      row++;
      endStretch(batch);
    }
    findEnd();
  }

  /** Moves the family to the next row, and the patch if it was left before that one. */
  public void leave() throws IOException {
    isOn = false;
    isNear = true;
    boolean isBeforeLimit = !isAtLimit();
    if (row < stretch.count()) {
      byte[] next = keys.copyKey(row);
      if (isBeforeLimit) {
        mergedRecorder.finish(next);
        advancePatch(next);
      }
      RowPlaces places = stretch.places();
      if (places == null) {
        family.skipTo(next);
      } else {
        family.skipTo(next, places.block(row), places.position(row));
      }
      return;
    }
    byte[] next = stretch.end() == null ? RowKeys.after(lastRow()) : stretch.end();
    if (isBeforeLimit) {
      mergedRecorder.finish(stretch.end());
      advancePatch(next);
    } else {
      mergedRecorder.interrupt();
    }
    family.skipTo(next);
  }

  /** The last row that {@link #add} has added. */
  public byte[] lastRow() {
    return keys.copyKey(row - 1);
  }

  /** Gives memory back; nothing is recorded any more. */
  public void close() {
    recorder.close();
    mergedRecorder.close();
  }

  /** Rows that were added so far, those that a range left out among them. */
  public long addedRows() {
    return values.addedRows();
  }
}
