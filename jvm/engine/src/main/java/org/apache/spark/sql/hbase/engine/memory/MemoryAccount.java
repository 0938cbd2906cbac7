package org.apache.spark.sql.hbase.engine.memory;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A budget of bytes. Bytes are reserved before they are allocated; whoever is refused makes do with
 * less. What an account reserves counts in its parent too, so that many scanners share the budget
 * of their server. Thread-safe.
 *
 * <p>Invariant: {@code 0 <= reservedBytes}, here and in every ancestor. Only {@link #reserveBeyond}
 * lets it pass {@code limitBytes}.
 */
public final class MemoryAccount implements AutoCloseable {
  private final long limitBytes;
  private final MemoryAccount parent;
  private final AtomicLong reserved;

  private MemoryAccount(long limitBytes, MemoryAccount parent, AtomicLong reserved) {
    if (limitBytes < 0) {
      throw new IllegalArgumentException("a budget is not negative: " + limitBytes);
    }
    this.limitBytes = limitBytes;
    this.parent = parent;
    this.reserved = reserved;
  }

  /** The account of a whole process. */
  public static MemoryAccount ofLimit(long limitBytes) {
    return ofShared(limitBytes, new AtomicLong());
  }

  /**
   * An account of a process in which several class loaders have this class: all count in one
   * number.
   */
  public static MemoryAccount ofShared(long limitBytes, AtomicLong reserved) {
    return new MemoryAccount(limitBytes, null, reserved);
  }

  /** The account of a process that nobody else depends on: refuses nothing. */
  public static MemoryAccount unlimited() {
    return ofLimit(Long.MAX_VALUE);
  }

  /** An account for one user of this one; to be closed by that user. */
  public MemoryAccount newChild(long childLimitBytes) {
    return new MemoryAccount(childLimitBytes, this, new AtomicLong());
  }

  /** Reserves all of {@code bytes}, or nothing and returns false. */
  public boolean tryReserve(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("not an amount: " + bytes);
    }
    long before;
    do {
      before = reserved.get();
      if (bytes > limitBytes - before) {
        return false;
      }
    } while (!reserved.compareAndSet(before, before + bytes));
    if (parent != null && !parent.tryReserve(bytes)) {
      reserved.addAndGet(-bytes);
      return false;
    }
    return true;
  }

  /**
   * Reserves bytes even where the budget is spent, for memory without which none would become free.
   * Until as much has been given back, everybody else is refused.
   */
  public void reserveBeyond(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("not an amount: " + bytes);
    }
    reserved.addAndGet(bytes);
    if (parent != null) {
      parent.reserveBeyond(bytes);
    }
  }

  /** True once more than half of the process's budget is reserved: the time to keep little. */
  public boolean isShort() {
    return parent == null ? reserved.get() > limitBytes / 2 : parent.isShort();
  }

  /** Gives back bytes that were reserved here. */
  public void release(long bytes) {
    if (bytes < 0 || reserved.addAndGet(-bytes) < 0) {
      throw new IllegalStateException("more released than reserved: " + bytes);
    }
    if (parent != null) {
      parent.release(bytes);
    }
  }

  public long reservedBytes() {
    return reserved.get();
  }

  public long limitBytes() {
    return limitBytes;
  }

  /** Releases everything that is still reserved. Idempotent. */
  @Override
  public void close() {
    long rest = reserved.getAndSet(0);
    if (parent != null) {
      parent.release(rest);
    }
  }
}
