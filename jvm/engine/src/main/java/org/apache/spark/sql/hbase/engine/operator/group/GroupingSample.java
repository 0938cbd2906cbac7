package org.apache.spark.sql.hbase.engine.operator.group;

/** Watches the first rows of an aggregation to find out whether grouping reduces them. */
public final class GroupingSample {
  private final long sampleRows;
  private final double maxGroupsPerRow;
  private long rows;
  private long groupsBefore;
  private int groupsNow;
  private boolean isDecided;
  private boolean isWasteful;

  public GroupingSample(long sampleRows, double maxGroupsPerRow) {
    this.sampleRows = sampleRows;
    this.maxGroupsPerRow = maxGroupsPerRow;
  }

  /** So many rows were added; the table has {@code groupCount} groups now. */
  public void add(int newRows, int groupCount) {
    rows += newRows;
    groupsNow = groupCount;
    if (!isDecided && rows >= sampleRows) {
      isDecided = true;
      isWasteful = groupsBefore + groupsNow > maxGroupsPerRow * rows;
    }
  }

  /** The table was emptied. */
  public void drained() {
    groupsBefore += groupsNow;
    groupsNow = 0;
  }

  /** True once the sample is complete and had too many groups. */
  public boolean isWasteful() {
    return isWasteful;
  }
}
