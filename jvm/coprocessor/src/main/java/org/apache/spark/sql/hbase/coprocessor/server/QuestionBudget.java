package org.apache.spark.sql.hbase.coprocessor.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.spark.sql.hbase.engine.row.ValueProbe;

/**
 * Bounds what one call may cost that brings many Gets with questions about regions: HBase answers
 * all Gets of a call in one handler and looks at no clock between them. What is asked beyond the
 * bounds is answered with nothing, as by a region that knows nothing: answers only make queries
 * faster. Thread-safe.
 */
public final class QuestionBudget {
  /** Sub-plans of one call that are read. A client asks all regions about the same one. */
  public static final int MAX_PLANS = 8;

  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Map<RpcCall, Spent> calls = Collections.synchronizedMap(new WeakHashMap<>());

  /**
   * Returns what the current call has spent, at the beginning of another Get.
   *
   * @return null if it may ask no more
   */
  public Spent ofCurrentCall() {
    Optional<RpcCall> call = RpcServer.getCurrentCall();
    Spent spent = call.map(c -> calls.computeIfAbsent(c, any -> new Spent())).orElseGet(Spent::new);
    if (!call.map(QuestionBudget::isWanted).orElse(true)) {
      return null;
    }
    spent.beginGet();
    return spent.isOver() ? null : spent;
  }

  /** False once its client has gone, or does not wait any more. */
  private static boolean isWanted(RpcCall call) {
    return call.disconnectSince() < 0 && EnvironmentEdgeManager.currentTime() < call.getDeadline();
  }

  /** The time that one call has spent. Used by its handler alone. */
  public static final class Spent {
    private final List<Plan> plans = new ArrayList<>();
    private long nanosBefore;
    private long beganAtNanos;

    private record Plan(byte[] subPlan, List<ValueProbe> probes) {}

    private void beginGet() {
      beganAtNanos = System.nanoTime();
    }

    /** The current Get is answered. */
    public void endGet() {
      nanosBefore += System.nanoTime() - beganAtNanos;
    }

    /** The call has taken all of its time. */
    public boolean isOver() {
      return nanosBefore + System.nanoTime() - beganAtNanos >= MAX_NANOS;
    }

    /**
     * The probes of a sub-plan, read at most once for all Gets of the call.
     *
     * @return none for a sub-plan beyond {@value #MAX_PLANS}
     */
    public List<ValueProbe> probes(byte[] subPlan, Function<byte[], List<ValueProbe>> reader) {
      for (Plan plan : plans) {
        if (Arrays.equals(plan.subPlan, subPlan)) {
          return plan.probes;
        }
      }
      if (plans.size() == MAX_PLANS) {
        return List.of();
      }
      List<ValueProbe> probes = reader.apply(subPlan);
      plans.add(new Plan(subPlan, probes));
      return probes;
    }
  }
}
