package org.apache.spark.sql.hbase.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.security.access.UserPermission;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings;
import org.apache.spark.sql.hbase.client.cluster.SubPlanException;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.ReaderStatistics;
import org.apache.spark.sql.hbase.client.scan.SubPlanReader;
import org.apache.spark.sql.hbase.client.scan.SubPlanRequest;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The questions that only the coprocessor answers, on a cluster that checks rights: who may read
 * one column learns nothing of its neighbours.
 */
class ITPrivateRequests {
  private static final String CONTROLLER =
      "org.apache.hadoop.hbase.security.access.AccessController";
  private static final int ROWS = 1_000;
  private static final byte[] OPEN = Bytes.toBytes("open");

  private static ServerProcess servers;
  private static Connection administrator;
  private static NumbersTable table;

  /** A question that tells of values or keys. */
  enum Question {
    ZONES(ScanAttributes.ZONES, CountPlans.rowsFrom(5_000).toByteArray()),
    SPLIT_POINTS(ScanAttributes.SPLIT_POINTS, ByteBuffer.allocate(4).putInt(8).array());

    private final String attribute;
    private final byte[] value;

    Question(String attribute, byte[] value) {
      this.attribute = attribute;
      this.value = value;
    }

    Get get() {
      return new Get(CountPlans.key(0)).setAttribute(attribute, value);
    }
  }

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
                CONTROLLER,
                "hbase.coprocessor.region.classes",
                CONTROLLER));
    administrator =
        ConnectionFactory.createConnection(
            ClusterSettings.ofQuorum(servers.quorum()).toConfiguration());
    table = NumbersTable.create(administrator, ROWS, 1, Map.of());
    try (Table hbase = administrator.getTable(table.name);
        Admin admin = administrator.getAdmin()) {
      hbase.put(new Put(CountPlans.key(0)).addColumn(CountPlans.FAMILY, OPEN, OPEN));
      admin.flush(table.name);
      Permission family = permission().withFamily(CountPlans.FAMILY).build();
      Permission column = permission().withFamily(CountPlans.FAMILY).withQualifier(OPEN).build();
      admin.grant(new UserPermission("family", family), false);
      admin.grant(new UserPermission("column", column), false);
    }
    // A query of somebody who may see everything fills the memory of values.
    ReaderStatistics read = table.read(CountPlans.countAndSumFrom(5_000), options()).statistics();
    assertEquals(Map.of(), read.scannerRows());
  }

  @AfterAll
  static void stop() throws Exception {
    administrator.close();
    servers.close();
  }

  private static Permission.Builder permission() {
    return Permission.newBuilder(table.name).withActions(Action.READ);
  }

  @ParameterizedTest
  @EnumSource(Question.class)
  void whoMayReadTheFamilyIsAnswered(Question question) throws IOException {
    List<Cell> answer = ask("family", question.get().addFamily(CountPlans.FAMILY));
    assertFalse(answer.isEmpty());
    answer.forEach(
        cell -> assertEquals(ScanAttributes.FRAME_FAMILY, Bytes.toString(familyOf(cell))));
  }

  @ParameterizedTest
  @EnumSource(Question.class)
  void whoMayReadOneColumnGetsItsCell(Question question) throws IOException {
    List<Consumer<Get>> ways =
        List.of(
            get -> {},
            get -> get.addFamily(CountPlans.FAMILY),
            get -> get.addColumn(CountPlans.FAMILY, OPEN));
    for (Consumer<Get> way : ways) {
      Get get = question.get();
      way.accept(get);
      List<Cell> answer = ask("column", get);
      assertEquals(1, answer.size());
      assertEquals(Bytes.toString(OPEN), Bytes.toString(CellUtil.cloneValue(answer.get(0))));
      assertEquals("f", Bytes.toString(familyOf(answer.get(0))));
    }
  }

  /** A Get of some times passes the checks of a Get of all times, but its cells are not all. */
  @ParameterizedTest
  @EnumSource(Question.class)
  void aGetOfSomeTimesGetsItsRow(Question question) throws IOException {
    Get get = question.get().addFamily(CountPlans.FAMILY);
    assertEquals(List.of(), ask("family", get.setTimeRange(1, 2)));
    Get ofFamily = question.get().addFamily(CountPlans.FAMILY);
    ofFamily.setColumnFamilyTimeRange(CountPlans.FAMILY, 1, 2);
    assertEquals(List.of(), ask("family", ofFamily));
  }

  static List<Get> allQuestions() {
    List<Get> gets = new ArrayList<>();
    for (Question question : Question.values()) {
      gets.add(question.get().addColumn(CountPlans.FAMILY, OPEN));
      gets.add(question.get().addFamily(CountPlans.FAMILY));
    }
    gets.add(version());
    return gets;
  }

  @ParameterizedTest
  @MethodSource("allQuestions")
  void whoMayReadNothingIsRefused(Get get) {
    assertThrows(AccessDeniedException.class, () -> ask("stranger", get));
  }

  /** The version says nothing of rows, so a right to any cell of the table is enough. */
  @ParameterizedTest
  @MethodSource("readers")
  void theVersionIsToldToWhoMayReadSomething(String user) throws IOException {
    for (Cell cell : ask(user, version())) {
      assertEquals(ScanAttributes.FRAME_FAMILY, Bytes.toString(familyOf(cell)));
    }
  }

  static List<String> readers() {
    return List.of("family", "column");
  }

  /** A sub-plan over the column that its user may read says nothing of the hidden one. */
  @ParameterizedTest
  @EnumSource(CoprocessorMode.class)
  void sumsAndStatisticsLeaveTheHiddenColumnOut(CoprocessorMode mode) throws Exception {
    try (Connection user = connect("column")) {
      SubPlanRequest request =
          SubPlanRequest.ofTable(
              table.name,
              CountPlans.countAndSumFrom(5_000).toByteArray(),
              options().withMode(mode));
      long count = 0;
      try (SubPlanReader reader = SubPlanReader.open(user, request)) {
        while (reader.next()) {
          for (int i = 0; i < reader.current().rowCount(); i++) {
            count += reader.current().columns().get(0).getLong(i);
          }
        }
        ReaderStatistics statistics = reader.statistics();
        assertEquals(0, count);
        assertEquals(0, statistics.serverRowsFromStoreFiles());
        // The only row with a cell that the user may see.
        assertEquals(
            mode == CoprocessorMode.OFF ? Map.of() : Map.of("FILTER", 1L),
            statistics.scannerRows());
      }
    }
  }

  /** A plan that declares a wrong type gets the bytes of a cell in an error. */
  @Test
  void errorsTellNothingOfTheHiddenColumn() throws Exception {
    SubPlan.Builder plan = CountPlans.allRows().toBuilder();
    plan.getTableBuilder()
        .getColumnsBuilder(1)
        .setType(DataType.newBuilder().setKind(TypeKind.INT));
    SubPlanRequest request =
        SubPlanRequest.ofTable(table.name, plan.build().toByteArray(), options());
    try (Connection family = connect("family");
        SubPlanReader reader = SubPlanReader.open(family, request)) {
      SubPlanException error = assertThrows(SubPlanException.class, reader::next);
      assertTrue(error.getMessage().contains("CORRUPT_VALUE"), error.getMessage());
    }
    try (Connection column = connect("column");
        SubPlanReader reader = SubPlanReader.open(column, request)) {
      assertTrue(reader.next());
      assertEquals(1, reader.current().rowCount());
      assertTrue(reader.current().columns().get(1).isNull(0));
      assertFalse(reader.next());
    }
  }

  private static Get version() {
    return new Get(CountPlans.key(0)).setAttribute(ScanAttributes.VERSION, OPEN);
  }

  private static byte[] familyOf(Cell cell) {
    return CellUtil.cloneFamily(cell);
  }

  private static ReaderOptions options() {
    return ReaderOptions.defaults().withMode(CoprocessorMode.REQUIRE);
  }

  private static List<Cell> ask(String user, Get get) throws IOException {
    try (Connection connection = connect(user);
        Table hbase = connection.getTable(table.name)) {
      return List.of(Objects.requireNonNullElse(hbase.get(get).rawCells(), new Cell[0]));
    }
  }

  private static Connection connect(String user) throws IOException {
    return ConnectionFactory.createConnection(
        administrator.getConfiguration(),
        User.createUserForTesting(administrator.getConfiguration(), user, new String[0]));
  }
}
