package org.apache.spark.sql.hbase.coprocessor.direct;

/**
 * Decides when so many rows are dirty that the scanner, which then need not be moved, is faster for
 * some rows. It is so after a window of rows of which more than half were dirty. Each stretch that
 * follows directly on such a window is twice as long as the one before. Not thread-safe.
 */
final class DirtyStretches {
  private static final int WINDOW_ROWS = 256;
  private static final int FIRST_STRETCH_ROWS = 1024;
  private static final int MAX_STRETCH_ROWS = 1 << 20;

  private int windowRows;
  private int windowDirty;
  private int stretchRows = FIRST_STRETCH_ROWS;
  private int rowsLeft;

  void addClean(int rows) {
    windowRows += rows;
    if (windowRows >= WINDOW_ROWS) {
      startWindow();
      stretchRows = FIRST_STRETCH_ROWS;
    }
  }

  /** True if a stretch begins. */
  boolean addDirtyAndIsDue() {
    windowRows++;
    windowDirty++;
    if (windowRows < WINDOW_ROWS) {
      return false;
    }
    boolean isDue = 2 * windowDirty > windowRows;
    if (isDue) {
      rowsLeft = stretchRows;
      stretchRows = Math.min(MAX_STRETCH_ROWS, 2 * stretchRows);
    }
    startWindow();
    return isDue;
  }

  private void startWindow() {
    windowRows = 0;
    windowDirty = 0;
  }

  /** Takes rows that the scanner delivered; true if the stretch ends here. */
  boolean readAndIsOver(int rows) {
    rowsLeft -= rows;
    return rowsLeft <= 0;
  }
}
