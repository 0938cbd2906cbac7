package org.apache.spark.sql.hbase.client.row;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;

/**
 * The newest states of each row, newest first. There is one for each of the newest timestamps of
 * its cells, in which each column has its newest cell up to that time.
 *
 * <pre>
 * cells   d:a@5 d:a@3 d:b@4 d:b@3    3 states   (a@5, b@4)  (a@3, b@4)  (a@3, b@3)
 * </pre>
 *
 * <p>So many states are exact if the rows below have as many versions of each cell. In a column no
 * more cells than states are newer than the cell that a state shows. Not thread-safe; closes the
 * rows below.
 */
public final class RowStates implements RowResults {
  private final RowResults rows;
  private final int most;

  /** The states of the last row that nobody has taken. */
  private final Deque<Result> states = new ArrayDeque<>();

  /**
   * @param rows with as many versions of each cell
   */
  public RowStates(RowResults rows, int most) {
    this.rows = rows;
    this.most = most;
  }

  @Override
  public Result next() throws IOException {
    if (states.isEmpty()) {
      Result row = rows.next();
      if (row == null) {
        return null;
      }
      split(row.rawCells());
    }
    return states.remove();
  }

  @Override
  public boolean mayBeEnough() {
    return states.isEmpty() && rows.mayBeEnough();
  }

  @Override
  public void close() {
    states.clear();
    rows.close();
  }

  private void split(Cell[] cells) {
    Arrays.stream(cells)
        .map(Cell::getTimestamp)
        .distinct()
        .sorted(Comparator.reverseOrder())
        .limit(most)
        .forEach(time -> states.add(stateAt(time, cells)));
  }

  /**
   * @param cells in HBase's order: those of one column together, the newest first
   */
  private static Result stateAt(long time, Cell[] cells) {
    Cell[] state = new Cell[cells.length];
    int count = 0;
    for (Cell cell : cells) {
      boolean isNewest = count == 0 || !CellUtil.matchingColumn(cell, state[count - 1]);
      if (cell.getTimestamp() <= time && isNewest) {
        state[count++] = cell;
      }
    }
    return Result.create(Arrays.copyOf(state, count));
  }
}
