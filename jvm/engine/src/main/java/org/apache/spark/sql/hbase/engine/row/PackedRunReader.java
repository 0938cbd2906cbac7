package org.apache.spark.sql.hbase.engine.row;

import java.util.List;
import org.apache.spark.sql.hbase.codec.packed.PackedCells;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/**
 * Decodes the fields of packed cells into columns, for the rows of a run at once. Columns with a
 * range come first, and of rows that one rejects no further field is decoded. Nothing is allocated
 * per row. Not thread-safe.
 */
final class PackedRunReader {
  /**
   * A field that is looked at.
   *
   * @param range null where every value is accepted
   */
  record Target(ColumnVector column, ColumnRange range, int field) {}

  private final CellName name;
  private final PackedCells cells;

  /** The targets of columns, the ones with a range first. */
  private final Target[] targets;

  /**
   * @param targets those with a range first
   */
  PackedRunReader(CellName name, PackedCells cells, List<Target> targets) {
    this.name = name;
    this.cells = cells;
    this.targets = targets.toArray(Target[]::new);
  }

  /** Rows of the run, from one on, that {@link #read} can take. */
  int bind(CellRun run, int from) {
    int named = run.countNamed(name, from);
    return named == 0 ? 0 : cells.bind(run.bytes, run.values, run.valueLengths, from, named);
  }

  /**
   * Appends values of the rows kept, of which those remain that pass the ranges.
   *
   * @param kept of the rows bound
   * @return false if a value does not decode: then columns have values of some rows
   */
  boolean read(KeptRows kept) {
    int rejectedBefore = 0;
    for (int i = 0; i < targets.length && kept.count > 0; i++) {
      Target target = targets[i];
      if (!cells.read(target.field, kept.rows, kept.count, target.column)) {
        return false;
      }
      kept.appended(target.column);
      if (target.range != null) {
        int rejected = kept.reject(target.range, target.column);
        if (i > 0 && rejected > rejectedBefore) {
          lookEarlierAt(i);
        }
        rejectedBefore = rejected;
      }
    }
    return true;
  }

  /** So the range that rejects most rows comes to be looked at first. */
  private void lookEarlierAt(int i) {
    Target target = targets[i];
    targets[i] = targets[i - 1];
    targets[i - 1] = target;
  }
}
