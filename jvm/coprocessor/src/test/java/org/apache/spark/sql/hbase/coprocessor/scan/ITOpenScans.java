package org.apache.spark.sql.hbase.coprocessor.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.spark.sql.hbase.coprocessor.fixture.FrameScan;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumbersTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.Plans;
import org.apache.spark.sql.hbase.coprocessor.fixture.ScaledClusterTest;
import org.apache.spark.sql.hbase.coprocessor.server.ServerState;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.Project;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.Test;

/**
 * Very many scans that are open at once leave a region server alive, whatever they compute. Scans
 * for which there is no memory are left to their clients. {@code -Dopen.scans=1000} with {@code
 * -Dtest.java.options=-Xmx1g} is the proof in full size; {@code ./build.sh soak} runs it.
 */
class ITOpenScans extends ScaledClusterTest {
  private static final int SCANS = Integer.getInteger("open.scans", 40);
  private static final int CLIENTS = 16;
  private static final int HOSTILE_CLIENTS = 64;
  private static final int ROWS = 4_000;
  private static final int CALLS = 300;
  private static final int MOST_IN_SHARED_CLUSTER = 100;

  ITOpenScans() {
    super(SCANS, MOST_IN_SHARED_CLUSTER);
  }

  @Test
  void leaveTheServerAliveAndGetsFast() throws Exception {
    NumbersTable table =
        NumbersTable.create(connection, NumbersTable.Layout.PACKED, Map.of())
            .load(connection, 0, ROWS)
            .flush(connection);
    SubPlan plan = Plans.plan(table, manyCalls());
    List<FrameScan> open = new ArrayList<>();
    long heapBefore = usedHeap();
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<FrameScan>> opening = new ArrayList<>();
      for (int i = 0; i < SCANS; i++) {
        opening.add(clients.submit(() -> openAndRead(table, plan)));
      }
      long[] whileOpening = timeGets(connection, table);
      int refused = 0;
      for (Future<FrameScan> scan : opening) {
        FrameScan frames = scan.get(5, TimeUnit.MINUTES);
        if (frames == null) {
          refused++;
        } else {
          open.add(frames);
        }
      }
      assertTrue(!open.isEmpty(), "some are open");
      assertTrue(memory().reservedBytes() > 0);
      long[] whileOpen = timeGets(connection, table);
      System.out.printf(
          "%d scans: %d open, %d refused; %d of %d MiB reserved, %d MiB of the heap; gets while they open p99 %d ms,"
              + " then %d ms%n",
          SCANS,
          open.size(),
          refused,
          memory().reservedBytes() >> 20,
          memory().limitBytes() >> 20,
          usedHeap() - heapBefore >> 20,
          p99(whileOpening),
          p99(whileOpen));
      FrameScan first = open.get(0);
      while (first.next()) {
        // The rest of one of them, to the end.
      }
    } finally {
      clients.shutdownNow();
      for (FrameScan frames : open) {
        frames.close();
      }
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (memory().reservedBytes() > 0 && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertEquals(0, memory().reservedBytes());
  }

  @Test
  void getsAreAnsweredBesidePlansThatCompute() throws Exception {
    NumbersTable table =
        NumbersTable.create(connection, NumbersTable.Layout.PACKED, Map.of())
            .load(connection, 0, ROWS)
            .flush(connection);
    SubPlan plan = Plans.plan(table, manyCalls());
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicLong answers = new AtomicLong();
    ExecutorService clients = Executors.newFixedThreadPool(HOSTILE_CLIENTS);
    List<Future<?>> computing = new ArrayList<>();
    for (int i = 0; i < HOSTILE_CLIENTS; i++) {
      computing.add(
          clients.submit(
              () -> {
                while (!isOver.get()) {
                  FrameScan frames = openAndRead(table, plan);
                  if (frames != null) {
                    frames.close();
                    answers.incrementAndGet();
                  }
                }
                return null;
              }));
    }
    try (Connection ofGets = cluster.connect()) {
      while (answers.get() < HOSTILE_CLIENTS) {
        timeGets(ofGets, table);
      }
      long[] nanos = timeGets(ofGets, table);
      System.out.printf(
          "gets beside %d plans: p99 %d ms, at most %d ms%n",
          HOSTILE_CLIENTS, p99(nanos), TimeUnit.NANOSECONDS.toMillis(nanos[nanos.length - 1]));
    } finally {
      isOver.set(true);
      clients.shutdown();
    }
    for (Future<?> client : computing) {
      client.get(1, TimeUnit.MINUTES);
    }
  }

  /** Null if the server refused. */
  private FrameScan openAndRead(NumbersTable table, SubPlan plan) throws IOException {
    FrameScan frames = FrameScan.open(connection, table.name(), plan, new Scan());
    try {
      frames.next();
      return frames;
    } catch (DoNotRetryIOException e) {
      frames.close();
      assertEquals(
          ErrorCode.SERVER_OVERLOADED,
          RemoteError.find(e.getMessage()).orElseThrow().code(),
          e.getMessage());
      return null;
    }
  }

  private static long usedHeap() {
    System.gc();
    Runtime jvm = Runtime.getRuntime();
    return jvm.totalMemory() - jvm.freeMemory();
  }

  private static long[] timeGets(Connection client, NumbersTable table) throws IOException {
    long[] nanos = new long[200];
    try (Table hbase = client.getTable(table.name())) {
      for (int i = 0; i < nanos.length; i++) {
        long start = System.nanoTime();
        assertTrue(hbase.exists(new Get(NumbersTable.rowKey(i))));
        nanos[i] = System.nanoTime() - start;
      }
    }
    return nanos;
  }

  private static long p99(long[] nanos) {
    Arrays.sort(nanos);
    return TimeUnit.NANOSECONDS.toMillis(nanos[nanos.length * 99 / 100]);
  }

  /** {@code SELECT length(upper(g)), ...}. */
  private static Operator manyCalls() {
    Expression upper =
        Expression.newBuilder()
            .setType(Plans.STRING)
            .setCall(
                Call.newBuilder()
                    .setFunction(Function.UPPER)
                    .addArguments(Plans.column(1, Plans.STRING)))
            .build();
    Project.Builder project = Project.newBuilder();
    for (int i = 0; i < CALLS; i++) {
      project.addExpressions(upper);
    }
    return Operator.newBuilder().setProject(project).build();
  }

  private static MemoryAccount memory() {
    return ServerState.current().memory();
  }
}
