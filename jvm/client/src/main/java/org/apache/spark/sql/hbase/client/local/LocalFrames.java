package org.apache.spark.sql.hbase.client.local;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.hbase.client.cluster.SubPlanException;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.Emission;
import org.apache.spark.sql.hbase.engine.RunBounds;
import org.apache.spark.sql.hbase.engine.SubPlanRunner;
import org.apache.spark.sql.hbase.engine.error.EngineErrors;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.wire.ArrowBatch;
import org.apache.spark.sql.hbase.wire.ArrowBatches;
import org.apache.spark.sql.hbase.wire.PlanHash;
import org.apache.spark.sql.hbase.wire.RemoteError;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;
import org.apache.spark.sql.hbase.wire.proto.FrameHeader;
import org.apache.spark.sql.hbase.wire.proto.Payload;

/**
 * Answers a sub-plan as a region would that has the given rows. {@code SubPlan.run_local} of the
 * Python package calls it. Thread-safe: a call has everything of its own.
 */
public final class LocalFrames {
  private static final RunBounds BOUNDS =
      new RunBounds(65_536, 4L << 20, 256L << 20, Long.MAX_VALUE, 4_096);
  private static final long SLICE_NANOS = TimeUnit.MINUTES.toNanos(10);

  private LocalFrames() {}

  /**
   * The frames of a sub-plan. They have no rows from and to: nothing is to be proven of them.
   *
   * @param rows an Arrow stream of one batch with the columns of the sub-plan's table, in row-key
   *     order, in the types that frames have
   * @throws SubPlanException for what a region server would refuse
   */
  public static List<byte[]> run(byte[] subPlan, byte[] rows) throws IOException {
    try {
      return frames(subPlan, ArrowBatches.read(rows, 0, rows.length));
    } catch (RuntimeException e) {
      RemoteError error = EngineErrors.describe(e).orElseThrow(() -> e);
      throw new SubPlanException(error, e);
    }
  }

  private static List<byte[]> frames(byte[] subPlan, ArrowBatch rows) throws IOException {
    CompiledSubPlan plan = CompiledSubPlan.compile(SubPlans.parse(subPlan));
    MemoryAccount account = MemoryAccount.ofLimit(BOUNDS.maxStateBytes());
    List<byte[]> frames = new ArrayList<>();
    try (SubPlanRunner runner =
        new SubPlanRunner(
            plan, new BatchRowSource(rows), BOUNDS, account, MemoryAccount.unlimited())) {
      Emission emission;
      do {
        while (runner.run(System.nanoTime() + SLICE_NANOS) == SubPlanRunner.Step.YIELD) {
          continue;
        }
        emission = runner.take();
        frames.add(frame(plan, subPlan, emission));
      } while (!emission.end());
    }
    return frames;
  }

  private static byte[] frame(CompiledSubPlan plan, byte[] subPlan, Emission emission) {
    FrameHeader header =
        FrameHeader.newBuilder()
            .setPlanHash(ByteString.copyFrom(PlanHash.of(subPlan)))
            .setPayload(plan.partialAggregate() ? Payload.PARTIAL_AGGREGATE : Payload.ROWS)
            .setLastInRegion(emission.end())
            .setStopReason(emission.stopReason())
            .setRowCount(emission.rowCount())
            .setStatistics(emission.statistics())
            .setJavaRules(plan.javaRules())
            .build();
    return ResultFrame.encode(header, plan.outputNames(), emission.columns(), emission.rowCount());
  }
}
