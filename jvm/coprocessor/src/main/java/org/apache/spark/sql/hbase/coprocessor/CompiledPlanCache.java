package org.apache.spark.sql.hbase.coprocessor;

import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;

/**
 * The compiled form of the sub-plans that were used last: one query opens a scan per region and
 * reopens it after each move, always with the same bytes. Bounded by the size of those bytes and of
 * the build rows that were made of them. Thread-safe.
 */
final class CompiledPlanCache {
  private final long maxBytes;
  private final Function<byte[], CompiledSubPlan> compiler;
  private final Map<Key, CompiledSubPlan> plans = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  CompiledPlanCache(long maxBytes, Function<byte[], CompiledSubPlan> compiler) {
    this.maxBytes = maxBytes;
    this.compiler = compiler;
  }

  /**
   * The compiled plan of these bytes, made now if need be. Plans that do not compile are not
   * remembered. Two threads may compile the same plan at the same time; nobody waits for the other.
   *
   * @param subPlan not changed by anyone from now on
   */
  CompiledSubPlan get(byte[] subPlan) {
    Key key = new Key(subPlan);
    synchronized (plans) {
      CompiledSubPlan known = plans.get(key);
      if (known != null) {
        return known;
      }
    }
    CompiledSubPlan compiled = compiler.apply(subPlan);
    synchronized (plans) {
      if (plans.put(key, compiled) == null) {
        bytes += bytesOf(key, compiled);
      }
      dropOldest();
    }
    return compiled;
  }

  int size() {
    synchronized (plans) {
      return plans.size();
    }
  }

  private void dropOldest() {
    Iterator<Map.Entry<Key, CompiledSubPlan>> oldestFirst = plans.entrySet().iterator();
    while (bytes > maxBytes && oldestFirst.hasNext()) {
      Map.Entry<Key, CompiledSubPlan> oldest = oldestFirst.next();
      bytes -= bytesOf(oldest.getKey(), oldest.getValue());
      oldestFirst.remove();
    }
  }

  private static long bytesOf(Key key, CompiledSubPlan compiled) {
    return key.subPlan.length + compiled.heldBytes();
  }

  /** Compared by content: the plan's short hash could be forged to run another plan. */
  private static final class Key {
    private final byte[] subPlan;
    private final int hash;

    Key(byte[] subPlan) {
      this.subPlan = subPlan;
      this.hash = Arrays.hashCode(subPlan);
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
