package org.apache.spark.sql.hbase.engine;

import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.spark.sql.hbase.engine.hash.TableHash;

/**
 * A cache of the objects made of recent sub-plans. One query opens a scan per region and reopens it
 * after each move, with the same bytes. Bounded by the size of those bytes and of what they made
 * hold. Thread-safe.
 *
 * @param <P> what is made of a sub-plan; thread-safe
 */
public final class PlanCache<P> {
  private volatile long maxBytes;
  private final Function<byte[], P> maker;
  private final ToLongFunction<P> heldBytes;
  private final Map<Key, Made<P>> plans = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * @param maker throws for a sub-plan that is wrong
   * @param heldBytes memory besides the bytes of the sub-plan; may take its time to count them
   */
  public PlanCache(long maxBytes, Function<byte[], P> maker, ToLongFunction<P> heldBytes) {
    this.maxBytes = maxBytes;
    this.maker = maker;
    this.heldBytes = heldBytes;
  }

  /**
   * Returns the object made of these bytes, and makes it now if it is absent. Nothing is remembered
   * of wrong ones. Two threads may make the same at the same time; nobody waits for the other.
   *
   * @param subPlan not changed by anyone from now on
   */
  public P get(byte[] subPlan) {
    Key key = new Key(subPlan);
    synchronized (plans) {
      Made<P> known = plans.get(key);
      if (known != null) {
        return known.plan;
      }
    }
    P plan = maker.apply(subPlan);
    Made<P> made = new Made<>(plan, subPlan.length + heldBytes.applyAsLong(plan));
    if (made.bytes > maxBytes) {
      // It would only drive out all others.
      return plan;
    }
    synchronized (plans) {
      Made<P> replaced = plans.put(key, made);
      bytes += made.bytes - (replaced == null ? 0 : replaced.bytes);
      dropOldest();
    }
    return plan;
  }

  /** Returns what these bytes made; null if they have not been seen or are forgotten. */
  public P find(byte[] subPlan) {
    Key key = new Key(subPlan);
    synchronized (plans) {
      Made<P> known = plans.get(key);
      return known == null ? null : known.plan;
    }
  }

  /** Changes the bound, and drops what is too much. */
  public void limitTo(long newMaxBytes) {
    synchronized (plans) {
      maxBytes = newMaxBytes;
      dropOldest();
    }
  }

  public long maxBytes() {
    return maxBytes;
  }

  /** Memory of the sub-plans that are kept, and of what they made. */
  public long heldBytes() {
    synchronized (plans) {
      return bytes;
    }
  }

  int size() {
    synchronized (plans) {
      return plans.size();
    }
  }

  private void dropOldest() {
    Iterator<Made<P>> oldestFirst = plans.values().iterator();
    while (bytes > maxBytes && oldestFirst.hasNext()) {
      bytes -= oldestFirst.next().bytes;
      oldestFirst.remove();
    }
  }

  private record Made<P>(P plan, long bytes) {}

  /**
   * Compared by content: the plan's short hash could be forged to run another plan. Nobody can
   * choose plans of one table hash either, which would make every look-up a search.
   */
  static final class Key {
    private final byte[] subPlan;
    private final int hash;

    Key(byte[] subPlan) {
      this.subPlan = subPlan;
      this.hash = TableHash.of(subPlan, 0, subPlan.length);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key && Arrays.equals(subPlan, ((Key) other).subPlan);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}
