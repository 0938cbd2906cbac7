package org.apache.spark.sql.hbase.engine.row;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.hbase.codec.chunk.ChunkReader;

/**
 * The rows of one group, of which each row key has one. Chunks and overlay rows are added as their
 * cells come, then {@link #settle} tells which of them count. Chunks of one load that come in the
 * order of their row keys need no look at single rows. Not thread-safe.
 */
final class GroupRows {
  private final List<GroupRun> runs = new ArrayList<>();
  private int runCount;
  private GroupRun overlay;
  private boolean isInOrder;
  private int entries;

  /** The entries that count, in the order of their row keys: a run and an entry of it. */
  private int[] order = new int[0];

  private int[] orderInRun = new int[0];
  private int[] spare = new int[0];
  private int[] spareInRun = new int[0];
  private int orderCount;
  private int leftOut;

  /** Forgets all. */
  void reset() {
    runCount = 0;
    overlay = null;
    isInOrder = true;
    entries = 0;
    orderCount = 0;
  }

  /** Entries added, whether they count or not. */
  int entries() {
    return entries;
  }

  /**
   * Adds the rows of a chunk.
   *
   * @param firstPlace batch row of the first, the others follow; or {@link GroupRun#NO_PLACE} if
   *     they are left out of the batch
   * @return to tell it if only some are in the batch
   */
  GroupRun addChunk(ChunkReader chunk, long loadId, int firstPlace) {
    GroupRun before = runCount == 0 ? null : runs.get(runCount - 1);
    GroupRun run = nextRun();
    run.setChunk(chunk, loadId, firstPlace);
    entries += run.count();
    isInOrder &=
        before == null
            || !before.isOverlay()
                && before.loadId() == loadId
                && before.compare(before.count() - 1, run, 0) < 0;
    return run;
  }

  /**
   * Adds an overlay row; they come in the order of their row keys.
   *
   * @param place batch row, or {@link GroupRun#NO_PLACE} if there is no such row
   */
  void addOverlay(byte[] bytes, int offset, int length, long timestamp, int place) {
    if (overlay == null) {
      overlay = nextRun();
      overlay.setOverlay();
      isInOrder = false;
    }
    overlay.addOverlay(bytes, offset, length, timestamp, place);
    entries++;
  }

  private GroupRun nextRun() {
    if (runCount == runs.size()) {
      runs.add(new GroupRun());
    }
    return runs.get(runCount++);
  }

  /** Whether the rows in the batch are all that count, in the order of their row keys. */
  boolean isInOrder() {
    return isInOrder;
  }

  /**
   * The batch rows of the entries that count and are in the batch, in the order of their row keys.
   *
   * @return their number
   */
  int settle(int[] places) {
    merge();
    int count = 0;
    leftOut = 0;
    for (int i = 0; i < orderCount; i++) {
      GroupRun run = runs.get(order[i]);
      int place = run.place(orderInRun[i]);
      if (place == GroupRun.NO_PLACE) {
        leftOut += run.isOverlay() ? 0 : 1;
      } else {
        places[count] = place;
        order[count] = order[i];
        orderInRun[count++] = orderInRun[i];
      }
    }
    orderCount = count;
    return count;
  }

  /** Rows that count, of chunks that were left out of the batch; after {@link #settle}. */
  int leftOut() {
    return leftOut;
  }

  /** Bytes of the longest rest, or more. */
  int longestRest() {
    int longest = 0;
    for (int run = 0; run < runCount; run++) {
      longest = Math.max(longest, runs.get(run).longestRest());
    }
    return longest;
  }

  /** Copies the rest of the row key of a row that {@link #settle} returned; returns its length. */
  int copyRest(int row, byte[] to, int at) {
    return runs.get(order[row]).copyRest(orderInRun[row], to, at);
  }

  private void merge() {
    if (order.length < entries) {
      order = new int[entries];
      orderInRun = new int[entries];
      spare = new int[entries];
      spareInRun = new int[entries];
    }
    orderCount = 0;
    for (int run = 0; run < runCount; run++) {
      mergeRun(run);
    }
  }

  private void mergeRun(int number) {
    GroupRun run = runs.get(number);
    boolean isBehind =
        orderCount > 0
            && runs.get(order[orderCount - 1]).compare(orderInRun[orderCount - 1], run, 0) < 0;
    if (orderCount == 0 || isBehind) {
      for (int entry = 0; entry < run.count(); entry++) {
        order[orderCount] = number;
        orderInRun[orderCount++] = entry;
      }
      return;
    }
    int left = 0;
    int right = 0;
    int count = 0;
    while (left < orderCount || right < run.count()) {
      int compared = compare(left, run, right);
      boolean takesRight =
          compared > 0
              || compared == 0 && run.isNewer(right, runs.get(order[left]), orderInRun[left]);
      spare[count] = takesRight ? number : order[left];
      spareInRun[count++] = takesRight ? right : orderInRun[left];
      left += compared <= 0 ? 1 : 0;
      right += compared >= 0 ? 1 : 0;
    }
    int[] merged = spare;
    int[] mergedInRun = spareInRun;
    spare = order;
    spareInRun = orderInRun;
    order = merged;
    orderInRun = mergedInRun;
    orderCount = count;
  }

  /** Compares the next row of both lists; the end of a list is greater than every row. */
  private int compare(int left, GroupRun run, int right) {
    if (left == orderCount) {
      return 1;
    }
    return right == run.count() ? -1 : runs.get(order[left]).compare(orderInRun[left], run, right);
  }
}
