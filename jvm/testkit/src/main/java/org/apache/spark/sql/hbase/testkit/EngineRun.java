package org.apache.spark.sql.hbase.testkit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.Emission;
import org.apache.spark.sql.hbase.engine.RunBounds;
import org.apache.spark.sql.hbase.engine.SubPlanRunner;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.engine.row.RowSource;

/** Everything that one runner emitted. */
public record EngineRun(List<Emission> emissions) {
  private static final long MANY = Long.MAX_VALUE / 4;

  /** Bounds that no test reaches. */
  public static final RunBounds WIDE =
      new RunBounds(Integer.MAX_VALUE, MANY, MANY, MANY, 1024, MANY);

  /** Runs to the end, with all the memory it wants. */
  public static EngineRun of(CompiledSubPlan plan, RowSource source, RunBounds bounds)
      throws IOException {
    return of(plan, source, bounds, MemoryAccount.ofLimit(MANY));
  }

  /** Runs to the end, with as much memory for state as the account has. */
  public static EngineRun of(
      CompiledSubPlan plan, RowSource source, RunBounds bounds, MemoryAccount account)
      throws IOException {
    return of(plan, source, bounds, account, MemoryAccount.unlimited());
  }

  /** Runs to the end in slices that are over at once. */
  public static EngineRun of(
      CompiledSubPlan plan,
      RowSource source,
      RunBounds bounds,
      MemoryAccount account,
      MemoryAccount work)
      throws IOException {
    List<Emission> emissions = new ArrayList<>();
    try (SubPlanRunner runner = new SubPlanRunner(plan, source, bounds, account, work)) {
      do {
        SubPlanRunner.Step step = runner.run(System.nanoTime());
        while (step == SubPlanRunner.Step.YIELD) {
          step = runner.run(System.nanoTime());
        }
        emissions.add(runner.take());
      } while (!emissions.get(emissions.size() - 1).end());
    }
    return new EngineRun(emissions);
  }

  /** The rows of all emissions. */
  public List<List<Object>> rows() {
    List<List<Object>> rows = new ArrayList<>();
    for (Emission emission : emissions) {
      rows.addAll(ResultRows.of(emission.columns(), emission.rowCount()));
    }
    return rows;
  }
}
