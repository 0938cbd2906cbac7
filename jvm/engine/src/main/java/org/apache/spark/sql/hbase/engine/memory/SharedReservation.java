package org.apache.spark.sql.hbase.engine.memory;

/**
 * Memory that several users hold together: reserved when the first of them comes, released when the
 * last one has gone. Thread-safe.
 */
public final class SharedReservation {
  private final long bytes;
  private long users;

  public SharedReservation(long bytes) {
    this.bytes = bytes;
  }

  /**
   * Adds a user.
   *
   * @param account of all users
   * @return false if the account refuses; then there is no user more
   */
  public synchronized boolean tryAdd(MemoryAccount account) {
    if (users == 0 && !account.tryReserve(bytes)) {
      return false;
    }
    users++;
    return true;
  }

  /** Takes away a user whom {@link #tryAdd} has added. */
  public synchronized void remove(MemoryAccount account) {
    if (--users == 0) {
      account.release(bytes);
    }
  }
}
