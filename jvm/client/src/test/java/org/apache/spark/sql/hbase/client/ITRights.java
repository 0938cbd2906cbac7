package org.apache.spark.sql.hbase.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.security.access.UserPermission;
import org.apache.hadoop.hbase.security.visibility.CellVisibility;
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings;
import org.apache.spark.sql.hbase.client.point.PointReader;
import org.apache.spark.sql.hbase.client.point.PointRequest;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.FrameBatch;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.ReaderStatistics;
import org.apache.spark.sql.hbase.client.scan.SubPlanReader;
import org.apache.spark.sql.hbase.client.scan.SubPlanRequest;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A cluster that checks rights and visibility labels. What a user may not see is in no answer, and
 * in no sum, wherever the sub-plan runs. Every third row of the table is secret.
 */
class ITRights {
  private static final String SECURITY = "org.apache.hadoop.hbase.security.";
  private static final String CONTROLLERS =
      SECURITY + "access.AccessController," + SECURITY + "visibility.VisibilityController";
  private static final String LABEL = "secret";
  private static final int ROWS = 300;
  private static final int REGIONS = 2;
  private static final long ALL = 10L * ROWS * (ROWS - 1) / 2;
  private static final long OPEN =
      IntStream.range(0, ROWS).filter(k -> !isSecret(k)).mapToLong(k -> 10L * k).sum();
  private static final SubPlan SUMS = CountPlans.countAndSum();
  private static final List<byte[]> KEYS =
      IntStream.range(0, ROWS).mapToObj(CountPlans::key).toList();

  private static ServerProcess servers;
  private static Connection administrator;
  private static NumbersTable table;

  @BeforeAll
  static void fill() throws Exception {
    servers =
        ServerProcess.start(
            1,
            Map.of(
                "hbase.security.authorization",
                "true",
                "hbase.superuser",
                System.getProperty("user.name"),
                "hbase.coprocessor.master.classes",
                CONTROLLERS,
                "hbase.coprocessor.region.classes",
                CONTROLLERS));
    administrator =
        ConnectionFactory.createConnection(
            ClusterSettings.ofQuorum(servers.quorum()).toConfiguration());
    ServerProcess.run(VisibilityLabels.class, servers.quorum(), LABEL, "cleared");
    table = NumbersTable.create(administrator, 0, REGIONS, Map.of());
    List<Put> puts = new ArrayList<>();
    for (int k = 0; k < ROWS; k++) {
      Put put = NumbersTable.put(k, 10L * k);
      if (isSecret(k)) {
        put.setCellVisibility(new CellVisibility(LABEL));
      }
      puts.add(put);
    }
    try (Table hbase = administrator.getTable(table.name);
        Admin admin = administrator.getAdmin()) {
      hbase.put(puts);
      Permission read = Permission.newBuilder(table.name).withActions(Action.READ).build();
      for (String user : List.of("cleared", "plain")) {
        admin.grant(new UserPermission(user, read), false);
      }
      Permission readColumn =
          Permission.newBuilder(table.name)
              .withFamily(CountPlans.FAMILY)
              .withQualifier(CountPlans.QUALIFIER)
              .withActions(Action.READ)
              .build();
      admin.grant(new UserPermission("column", readColumn), false);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    administrator.close();
    servers.close();
  }

  @ParameterizedTest
  @EnumSource(CoprocessorMode.class)
  void whoMayNotReadTheTableIsRefusedSumsAndRowsAlike(CoprocessorMode mode) throws Exception {
    try (Connection stranger = connect("stranger")) {
      for (SubPlan plan : List.of(SUMS, CountPlans.allRows())) {
        assertThrows(AccessDeniedException.class, () -> scan(stranger, plan, mode));
        assertThrows(AccessDeniedException.class, () -> gets(stranger, plan, mode));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(CoprocessorMode.class)
  void labelsHideRowsAndWhatTheyAddToSums(CoprocessorMode mode) throws Exception {
    try (Connection plain = connect("plain");
        Connection cleared = connect("cleared")) {
      assertEquals(new Sum(ROWS - ROWS / 3, OPEN), scan(plain, SUMS, mode).sum());
      assertEquals(new Sum(ROWS - ROWS / 3, OPEN), gets(plain, SUMS, mode));
      assertEquals(ROWS - ROWS / 3, scan(plain, CountPlans.allRows(), mode).rows());
      assertEquals(new Sum(ROWS, ALL), scan(cleared, SUMS, mode).sum());
      assertEquals(new Sum(ROWS, ALL), gets(cleared, SUMS, mode));
      assertEquals(ROWS, scan(cleared, CountPlans.allRows(), mode).rows());
    }
  }

  @Test
  void rowsOfStoreFilesGoThroughTheScannerThatHidesThem() throws Exception {
    try (Admin admin = administrator.getAdmin()) {
      admin.flush(table.name);
    }
    // A right to single cells is a filter too.
    for (String name : List.of("plain", "column")) {
      try (Connection user = connect(name)) {
        Answer answer = scan(user, SUMS, CoprocessorMode.REQUIRE);
        assertEquals(new Sum(ROWS - ROWS / 3, OPEN), answer.sum());
        assertEquals(0, answer.statistics().serverRowsFromStoreFiles());
        assertEquals(Map.of("FILTER", (long) ROWS - ROWS / 3), answer.statistics().scannerRows());
      }
    }
    // Nothing is hidden from the superuser, and cells with labels are like the others.
    Answer answer = scan(administrator, SUMS, CoprocessorMode.REQUIRE);
    assertEquals(new Sum(ROWS, ALL), answer.sum());
    assertEquals(0, answer.statistics().serverRowsFromStoreFiles());
  }

  private static boolean isSecret(int k) {
    return k % 3 == 0;
  }

  private static Connection connect(String user) throws IOException {
    return ConnectionFactory.createConnection(
        administrator.getConfiguration(),
        User.createUserForTesting(administrator.getConfiguration(), user, new String[0]));
  }

  private record Sum(long count, long sum) {}

  /**
   * @param sum of the states of all batches, where the plan aggregates
   */
  private record Answer(long rows, Sum sum, ReaderStatistics statistics) {}

  private static Answer scan(Connection user, SubPlan plan, CoprocessorMode mode)
      throws IOException {
    SubPlanRequest request = SubPlanRequest.ofTable(table.name, plan.toByteArray(), options(mode));
    long rows = 0;
    Sum sum = new Sum(0, 0);
    try (SubPlanReader reader = SubPlanReader.open(user, request)) {
      while (reader.next()) {
        rows += reader.current().rowCount();
        sum = plan == SUMS ? plus(sum, reader.current()) : sum;
      }
      return new Answer(rows, sum, reader.statistics());
    }
  }

  private static Sum gets(Connection user, SubPlan plan, CoprocessorMode mode) throws IOException {
    PointRequest request = new PointRequest(table.name, plan.toByteArray(), KEYS, options(mode));
    Sum sum = new Sum(0, 0);
    try (PointReader reader = PointReader.open(user, request)) {
      while (reader.next()) {
        sum = plan == SUMS ? plus(sum, reader.current()) : sum;
      }
    }
    return sum;
  }

  private static Sum plus(Sum sum, FrameBatch states) {
    long count = sum.count();
    long total = sum.sum();
    for (int i = 0; i < states.rowCount(); i++) {
      count += states.columns().get(0).getLong(i);
      total += states.columns().get(1).getLong(i);
    }
    return new Sum(count, total);
  }

  private static ReaderOptions options(CoprocessorMode mode) {
    return ReaderOptions.defaults().withMode(mode);
  }
}
