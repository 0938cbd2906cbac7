package org.apache.spark.sql.hbase.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.spark.sql.hbase.client.admin.TableCoprocessor;
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings;
import org.apache.spark.sql.hbase.client.probe.RegionGets;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * HBase loads a coprocessor as often as it is named. A setting of the server names it from the
 * class path, and each entry of a table from a class loader of its own. One instance answers.
 */
class ITLoadedTwice {
  private static final int ROWS = 1_000;
  private static final int REGIONS = 2;

  @TempDir private static Path otherJars;

  private static ServerProcess servers;
  private static Connection connection;

  @BeforeAll
  static void start() throws Exception {
    Path jars = Path.of(System.getProperty("coprocessor.jars"));
    servers =
        ServerProcess.start(
            1,
            Map.of("hbase.coprocessor.user.region.classes", TableCoprocessor.CLASS_NAME),
            List.of(jars.resolve("*")));
    connection =
        ConnectionFactory.createConnection(
            ClusterSettings.ofQuorum(servers.quorum()).toConfiguration());
    try (Stream<Path> files = Files.list(jars)) {
      for (Path jar : files.toList()) {
        Files.copy(jar, otherJars.resolve(jar.getFileName()));
      }
    }
  }

  @AfterAll
  static void stop() throws Exception {
    connection.close();
    servers.close();
  }

  /**
   * @param instances 1: the server's; 2: and that of the table's jars; 3: and one of other jars
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void oneInstanceAnswersAndTheOthersLetTheRequestPass(int instances) throws Exception {
    try (NumbersTable table = table(instances)) {
      for (SubPlan plan :
          List.of(
              CountPlans.countAndSum(), CountPlans.countAndSumFrom(0), CountPlans.groupByKey())) {
        for (CoprocessorMode mode : List.of(CoprocessorMode.REQUIRE, CoprocessorMode.OFF)) {
          NumbersTable.Answer answer = table.read(plan, ReaderOptions.defaults().withMode(mode));
          assertEquals(ROWS, answer.count());
          assertEquals(table.expectedSum(), answer.sum());
          if (mode == CoprocessorMode.REQUIRE) {
            assertEquals(List.of(), answer.statistics().fallbacks());
          }
        }
      }
      assertEquals(REGIONS * 3, keys(table, 4));
      assertEquals(instances == 1 ? List.of() : List.of("" + instances), instances(table));
    }
  }

  private static NumbersTable table(int instances) throws IOException {
    if (instances == 1) {
      return NumbersTable.withoutCoprocessor(connection, ROWS, REGIONS);
    }
    NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, Map.of());
    if (instances == 3) {
      // HBase's client refuses to name a class twice, its shell and other clients do not.
      String entry = otherJars.toUri() + "|" + TableCoprocessor.CLASS_NAME + "|1073741823|";
      try (Admin admin = connection.getAdmin()) {
        admin.modifyTable(
            TableDescriptorBuilder.newBuilder(admin.getDescriptor(table.name))
                .setValue("coprocessor$7", entry)
                .build());
      }
    }
    return table;
  }

  /** Counts the split points that the regions give. */
  private static int keys(NumbersTable table, int ranges) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.flush(table.name);
    }
    int keys = 0;
    for (int region = 0; region < REGIONS; region++) {
      Get get =
          new Get(CountPlans.key(region * ROWS / REGIONS))
              .setAttribute(
                  ScanAttributes.SPLIT_POINTS, ByteBuffer.allocate(4).putInt(ranges).array());
      keys += values(table, get, ScanAttributes.splitPointQualifier()).size();
    }
    return keys;
  }

  /** Asks the first region for its instances. */
  private static List<String> instances(NumbersTable table) throws IOException {
    Get get = new Get(CountPlans.key(0)).setAttribute(ScanAttributes.VERSION, new byte[] {1});
    return values(table, get, ScanAttributes.instancesQualifier());
  }

  private static List<String> values(NumbersTable table, Get get, byte[] qualifier)
      throws IOException {
    try (Table hbase = connection.getTable(table.name)) {
      Result result = hbase.get(get);
      return RegionGets.values(result, qualifier).stream()
          .map(value -> new String(value, StandardCharsets.UTF_8))
          .toList();
    }
  }
}
