package org.apache.spark.sql.hbase.engine.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.RunBounds;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests that any bytes as a sub-plan run, or are refused with a typed error. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestFuzzedPlans {
  private static final long SERVER_BYTES = 1 << 20;
  private static final long SCANNER_BYTES = 256 << 10;
  private static final int MAX_RANDOM_BYTES = 200;
  private static final RunBounds BOUNDS =
      new RunBounds(5, 1 << 16, 1 << 12, Long.MAX_VALUE / 4, 4, 8);

  private final FuzzRun fuzz = new FuzzRun(50_000);
  private final FixtureTable table = FuzzTable.of(FixtureTable.Layout.PACKED, new Random(1));
  private final PlanCorpus corpus = new PlanCorpus(table, new Random(2));
  private final MemoryAccount server = MemoryAccount.ofLimit(SERVER_BYTES);

  @Test
  void everyPlanRunsOrIsRefused() {
    fuzz.run(
        new FuzzRun.Attempt() {
          @Override
          public byte[] input(Random random) {
            return drawn(random);
          }

          @Override
          public void run(byte[] input) throws IOException {
            TestFuzzedPlans.this.run(input);
          }
        });
    System.out.println("fuzzed plans: " + fuzz + "; corpus of " + corpus);
    fuzz.report("fuzzed plans");
    // Mutations that all fail at the same first check would try nothing.
    assertTrue(!fuzz.isWhole() || fuzz.passed() > fuzz.refused() / 50, fuzz::toString);
  }

  @Test
  void everyFunctionIsInTheCorpus() {
    assertEquals(Set.of(), corpus.missing());
    assertEquals(Set.of(), corpus.missingAggregates());
  }

  private byte[] drawn(Random random) {
    SubPlan plan = corpus.any(random);
    SubPlan other = corpus.any(random);
    int kind = random.nextInt(20);
    if (kind == 0) {
      byte[] noise = new byte[random.nextInt(MAX_RANDOM_BYTES)];
      random.nextBytes(noise);
      return noise;
    }
    PlanMutator mutator = new PlanMutator(random);
    for (int i = random.nextInt(4); i > 0; i--) {
      plan = mutator.mutate(plan, other);
    }
    byte[] bytes = plan.toByteArray();
    return kind < 5 ? BytesMutator.mutate(bytes, other.toByteArray(), random) : bytes;
  }

  private void run(byte[] input) throws IOException {
    List<FixtureRow> rows = table.rows();
    MemoryAccount account = server.newChild(SCANNER_BYTES);
    try {
      CompiledSubPlan plan = CompiledSubPlan.compile(SubPlans.parse(input));
      MemoryAccount work = server.newChild(SERVER_BYTES);
      EngineRun.of(plan, new InMemoryRowSource(plan, rows), BOUNDS, account, work);
    } finally {
      account.close();
    }
    assertEquals(0, server.reservedBytes());
  }
}
