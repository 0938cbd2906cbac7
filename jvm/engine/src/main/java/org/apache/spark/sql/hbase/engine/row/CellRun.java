package org.apache.spark.sql.hbase.engine.row;

/**
 * Rows of one cell each, which follow each other in one array: of packed tables nearly all are. A
 * source collects them, so that a decoder can read a column of all before it turns to the next.
 * They are so few that their bytes stay in the processor's first cache meanwhile.
 *
 * <p>The arrays are public for loops over rows; those entries count that are below {@link #count}.
 * Not thread-safe.
 */
public final class CellRun {
  public static final int MAX_ROWS = 64;

  /** The caller's own, not to be kept. */
  public byte[] bytes = {};

  public int count;

  /** The offsets of the row keys. */
  public final int[] rows = new int[MAX_ROWS];

  public final int[] rowLengths = new int[MAX_ROWS];

  /** The offsets of the names: {@link CellName}. */
  public final int[] names = new int[MAX_ROWS];

  public final int[] nameLengths = new int[MAX_ROWS];

  /** The offsets of the values. */
  public final int[] values = new int[MAX_ROWS];

  public final int[] valueLengths = new int[MAX_ROWS];

  /** Number of rows, from one on, whose cell has this name. */
  int countNamed(CellName name, int from) {
    int row = from;
    while (row < count && name.equal(bytes, names[row], nameLengths[row])) {
      row++;
    }
    return row - from;
  }
}
