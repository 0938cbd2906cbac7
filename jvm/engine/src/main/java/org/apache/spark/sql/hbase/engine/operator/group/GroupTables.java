package org.apache.spark.sql.hbase.engine.operator.group;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;

/**
 * Chooses how an aggregation finds its groups, and remembers what has proved useless. Not
 * thread-safe.
 */
public final class GroupTables {
  private final List<SqlType> keyTypes;
  private final boolean isOrdered;
  private boolean isDirect;
  private boolean passesThrough;

  private GroupTables(List<SqlType> keyTypes, boolean isOrdered) {
    this.keyTypes = keyTypes;
    this.isOrdered = isOrdered;
    this.isDirect = DirectKeyTable.supports(keyTypes);
  }

  /** For keys that come in any order. */
  public static GroupTables ofKeys(List<SqlType> keyTypes) {
    return new GroupTables(keyTypes, false);
  }

  /** For keys that the rows are ordered by, at least mostly. */
  public static GroupTables ofOrderedKeys(List<SqlType> keyTypes) {
    return new GroupTables(keyTypes, true);
  }

  public List<SqlType> keyTypes() {
    return keyTypes;
  }

  /** An empty table. */
  public GroupTable newTable() {
    if (keyTypes.isEmpty()) {
      return new SingleGroup();
    }
    if (passesThrough) {
      return newPassThrough();
    }
    if (isOrdered) {
      return new OrderedKeyTable(keyTypes);
    }
    if (isDirect) {
      return new DirectKeyTable(keyTypes);
    }
    return isOneLong(keyTypes) ? new LongKeyTable() : new EncodedKeyTable(keyTypes);
  }

  /** Whether a {@link LongKeyTable} holds such keys. */
  public static boolean isOneLong(List<SqlType> keyTypes) {
    return keyTypes.size() == 1 && keyTypes.get(0).physical() == SqlType.Physical.LONG;
  }

  /** A table that makes every row a group, for once. */
  public GroupTable newPassThrough() {
    return new PassThroughTable(keyTypes);
  }

  /** From now on no table is limited to few possible keys; false if none would have been. */
  public boolean giveUpDirect() {
    boolean wasDirect = isDirect && !isOrdered && !passesThrough;
    isDirect = false;
    return wasDirect;
  }

  /** Whether every row is a group from now on. */
  public boolean passesThrough() {
    return passesThrough;
  }

  /** From now on every row is a group. */
  public void giveUpGrouping() {
    passesThrough = true;
  }

  /** True if a group is complete when the next one starts, so that holding groups gains nothing. */
  public boolean groupsAreComplete() {
    return passesThrough || (isOrdered && !keyTypes.isEmpty());
  }
}
