package org.apache.spark.sql.hbase.coprocessor.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.FrameScan;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumbersTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.Plans;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the client gets a typed error at once for any scan, and that the server goes on
 * serving.
 */
class ITUntrustedScans extends ClusterTest {
  private static final long ROWS = 20;

  private static NumbersTable table;

  @BeforeAll
  static void createTable() throws IOException {
    table =
        NumbersTable.create(connection, NumbersTable.Layout.COLUMNS, Map.of())
            .load(connection, 0, ROWS);
  }

  @AfterEach
  void theServerStillServes() throws IOException {
    List<ResultFrame> frames =
        FrameScan.all(connection, table.name(), Plans.countAndSum(table), new Scan());

    assertEquals(ROWS, FrameScan.sum(frames, 0));
  }

  static Stream<Arguments> badPlans() {
    SubPlan good = Plans.countAndSum(table);
    byte[] bytes = good.toByteArray();
    TableLayout otherFamily =
        good.getTable().toBuilder()
            .clearFamilies()
            .addFamilies(ByteString.copyFromUtf8("absent"))
            .build();
    Expression unknownOrdinal = Plans.isNull(Plans.column(17, Plans.BIGINT));
    return Stream.of(
        Arguments.of(
            "random bytes", new byte[] {1, 2, 3, (byte) 0xFF, (byte) 0xFE}, ErrorCode.INVALID_PLAN),
        Arguments.of("no bytes", new byte[0], ErrorCode.UNSUPPORTED_PLAN_VERSION),
        Arguments.of("truncated", Arrays.copyOf(bytes, bytes.length - 3), ErrorCode.INVALID_PLAN),
        Arguments.of(
            "another version",
            good.toBuilder().setFormatVersion(99).build().toByteArray(),
            ErrorCode.UNSUPPORTED_PLAN_VERSION),
        Arguments.of(
            "unknown feature",
            good.toBuilder().addRequiredFeaturesValue(77).build().toByteArray(),
            ErrorCode.UNSUPPORTED_FEATURE),
        Arguments.of(
            "a column that is not there",
            Plans.plan(table, Plans.filter(unknownOrdinal)).toByteArray(),
            ErrorCode.INVALID_PLAN),
        Arguments.of(
            "a family that is not there",
            good.toBuilder().setTable(otherFamily).build().toByteArray(),
            ErrorCode.INVALID_PLAN),
        Arguments.of(
            "nested too deep",
            Plans.plan(table, Plans.filter(nested(150))).toByteArray(),
            ErrorCode.PLAN_TOO_LARGE),
        Arguments.of(
            "nested much too deep",
            Plans.plan(table, Plans.filter(nested(1_000))).toByteArray(),
            null),
        Arguments.of("too many bytes", new byte[(1 << 20) + 1], ErrorCode.PLAN_TOO_LARGE));
  }

  private static Expression nested(int depth) {
    Expression expression = Plans.isNull(Plans.column(2, Plans.BIGINT));
    for (int i = 0; i < depth; i++) {
      expression = Plans.not(expression);
    }
    return expression;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badPlans")
  void aBadPlanIsRefusedWithinASecond(String what, byte[] subPlan, ErrorCode expected) {
    RemoteError error = refusal(FrameScan.withPlan(new Scan(), subPlan));

    if (expected != null) {
      assertEquals(expected, error.code(), error.format());
    }
    assertTrue(error.code().allowsFallback(), error.format());
  }

  static Stream<Arguments> badScans() {
    Map<String, Consumer<Scan>> properties =
        Map.of(
            "reversed", scan -> scan.setReversed(true),
            "raw", scan -> scan.setRaw(true),
            "batch", scan -> scan.setBatch(1),
            "partial results", scan -> scan.setAllowPartialResults(true),
            "versions", Scan::readAllVersions);
    return properties.entrySet().stream()
        .map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badScans")
  void aScanThatCannotBeExactIsRefused(String what, Consumer<Scan> change) {
    Scan scan = FrameScan.withPlan(new Scan(), Plans.countAndSum(table).toByteArray());
    change.accept(scan);

    assertEquals(ErrorCode.UNSUPPORTED_FEATURE, refusal(scan).code());
  }

  @Test
  void aValueThatDoesNotDecodeIsADataErrorThatNamesTheRow() throws IOException {
    NumbersTable damaged =
        NumbersTable.create(connection, NumbersTable.Layout.COLUMNS, Map.of())
            .load(connection, 0, ROWS);
    try (Table hbase = connection.getTable(damaged.name())) {
      hbase.put(
          new Put(NumbersTable.rowKey(5))
              .addColumn(NumbersTable.FAMILY, Bytes.toBytes("n"), new byte[3]));
    }

    RemoteError error =
        refusal(damaged, FrameScan.withPlan(new Scan(), Plans.countAndSum(damaged).toByteArray()));

    assertEquals(ErrorCode.CORRUPT_VALUE, error.code());
    assertEquals("n", error.values().get("column"));
    assertEquals(damaged.name().getNameAsString(), error.values().get("table"));
    assertTrue(error.values().get("row").endsWith("\\x05"), error.format());
  }

  @Test
  void aRowKeyOfAnotherSchemaIsADataError() throws IOException {
    NumbersTable foreign = NumbersTable.create(connection, NumbersTable.Layout.COLUMNS, Map.of());
    try (Table hbase = connection.getTable(foreign.name())) {
      hbase.put(
          new Put(new byte[] {1, 2})
              .addColumn(NumbersTable.FAMILY, Bytes.toBytes("g"), new byte[1]));
    }

    RemoteError error =
        refusal(foreign, FrameScan.withPlan(new Scan(), Plans.rows(foreign).toByteArray()));

    assertEquals(ErrorCode.ROW_KEY_TOO_SHORT, error.code());
  }

  private static RemoteError refusal(Scan scan) {
    return refusal(table, scan);
  }

  private static RemoteError refusal(NumbersTable scanned, Scan scan) {
    long start = System.nanoTime();
    Throwable thrown =
        assertThrows(
            IOException.class,
            () -> {
              try (Table hbase = connection.getTable(scanned.name());
                  ResultScanner scanner = hbase.getScanner(scan)) {
                scanner.next();
              }
            });
    long millis = (System.nanoTime() - start) / 1_000_000;
    assertTrue(thrown instanceof DoNotRetryIOException, thrown.toString());
    assertTrue(millis < 1000, millis + " ms");
    return RemoteError.find(thrown.toString()).orElseThrow(() -> new AssertionError(thrown));
  }
}
