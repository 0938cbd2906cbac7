package org.apache.spark.sql.hbase.engine.expression.kernel;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.spark.sql.hbase.wire.proto.Call;

/**
 * The objects that the calls of one sub-plan make of their constants, such as a sorted list. Each
 * is made once and shared by all runners of the sub-plan. Thread-safe.
 */
public final class SharedConstants {
  private final Map<Call, SharedConstant> byCall = new ConcurrentHashMap<>();

  /**
   * Returns the object that the call made before, or makes it now.
   *
   * @param type of what this function makes of its constants
   */
  public <T extends SharedConstant> T of(Call call, Class<T> type, Supplier<T> make) {
    return type.cast(byCall.computeIfAbsent(call, unseen -> make.get()));
  }

  /** Memory that they take while the sub-plan is kept. */
  public long heldBytes() {
    return byCall.values().stream().mapToLong(SharedConstant::heldBytes).sum();
  }
}
