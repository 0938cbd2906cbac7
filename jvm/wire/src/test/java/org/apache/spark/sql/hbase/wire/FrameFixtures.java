package org.apache.spark.sql.hbase.wire;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.hbase.wire.plan.PlanFixtures;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.FrameHeader;
import org.apache.spark.sql.hbase.wire.proto.FrameStatistics;
import org.apache.spark.sql.hbase.wire.proto.Payload;
import org.apache.spark.sql.hbase.wire.proto.StopReason;

/** Frames that together use every type and every shape of batch. */
final class FrameFixtures {
  private static final boolean[] LAST_IS_NULL = {false, false, true};

  private FrameFixtures() {}

  /** A column of each type: its smallest or oddest value, its largest, and NULL. */
  static List<ArrowColumn> columnsOfAllTypes() {
    List<ArrowColumn> columns = new ArrayList<>();
    columns.add(longs(PlanFixtures.BOOLEAN, 0, 1));
    columns.add(longs(PlanFixtures.TINYINT, Byte.MIN_VALUE, Byte.MAX_VALUE));
    columns.add(longs(PlanFixtures.SMALLINT, Short.MIN_VALUE, Short.MAX_VALUE));
    columns.add(longs(PlanFixtures.INT, Integer.MIN_VALUE, Integer.MAX_VALUE));
    columns.add(longs(PlanFixtures.BIGINT, Long.MIN_VALUE, Long.MAX_VALUE));
    columns.add(doubles(PlanFixtures.FLOAT, -0.0, Float.MAX_VALUE));
    columns.add(doubles(PlanFixtures.DOUBLE, Double.NaN, Double.NEGATIVE_INFINITY));
    columns.add(
        longs(PlanFixtures.decimal(18, 2), -999_999_999_999_999_999L, 999_999_999_999_999_999L));
    // 10^38 - 1 and its negation: the largest magnitudes of 38 digits.
    columns.add(
        ArrowColumns.ofDecimals(
            PlanFixtures.decimal(38, 10),
            new long[] {~0x4B3B4CA85A86C47AL, 0x4B3B4CA85A86C47AL, 5},
            new long[] {~0x098A223FFFFFFFFFL + 1, 0x098A223FFFFFFFFFL, 5},
            LAST_IS_NULL,
            3));
    columns.add(bytes(PlanFixtures.STRING, "", "Zürich\u0000"));
    columns.add(bytes(PlanFixtures.BINARY, "\u00e9", "x"));
    columns.add(longs(PlanFixtures.DATE, -719_162, 2_932_896));
    columns.add(longs(PlanFixtures.TIMESTAMP, -1, 253_402_300_799_999_999L));
    columns.add(longs(PlanFixtures.TIMESTAMP_NTZ, -62_135_596_800_000_000L, 0));
    return columns;
  }

  private static ArrowColumn longs(DataType type, long first, long second) {
    return ArrowColumns.ofLongs(type, new long[] {first, second, 5}, LAST_IS_NULL, 3);
  }

  private static ArrowColumn doubles(DataType type, double first, double second) {
    return ArrowColumns.ofDoubles(type, new double[] {first, second, 5}, LAST_IS_NULL, 3);
  }

  private static ArrowColumn bytes(DataType type, String first, String second) {
    byte[] data = ("#" + first + second).getBytes(StandardCharsets.UTF_8);
    int firstEnd = 1 + first.getBytes(StandardCharsets.UTF_8).length;
    return ArrowColumns.ofBytes(
        type, data, new int[] {1, firstEnd, data.length, data.length}, LAST_IS_NULL, 3);
  }

  static List<String> names(int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add("c" + i);
    }
    return names;
  }

  static byte[] body(List<ArrowColumn> columns, int rows) {
    return ArrowBatches.write(names(columns.size()), columns, rows);
  }

  static ResultFrame allTypes() {
    FrameHeader header =
        header(PlanFixtures.expressions().toByteArray(), 3)
            .setFrameNumber(2)
            .setFromRow(ByteString.copyFrom(new byte[] {1, 0}))
            .setToRow(ByteString.copyFrom(new byte[] {2, (byte) 0xFF, 0}))
            .setPayload(Payload.ROWS)
            .setStopReason(StopReason.BYTES_BOUND)
            .build();
    return new ResultFrame(header, body(columnsOfAllTypes(), 3));
  }

  /** The last frame of a region in which no row is kept. */
  static ResultFrame emptyBatch() {
    List<ArrowColumn> columns =
        List.of(
            ArrowColumns.ofLongs(PlanFixtures.BIGINT, new long[0], null, 0),
            ArrowColumns.ofBytes(PlanFixtures.STRING, new byte[0], new int[1], null, 0),
            ArrowColumns.ofLongs(PlanFixtures.BOOLEAN, new long[0], null, 0));
    FrameHeader header =
        header(PlanFixtures.scanOnly().toByteArray(), 0)
            .setPayload(Payload.ROWS)
            .setLastInRegion(true)
            .setStopReason(StopReason.END_OF_REGION)
            .build();
    return new ResultFrame(header, body(columns, 0));
  }

  /** Rows that are only counted: a batch without columns. */
  static ResultFrame noColumns() {
    FrameHeader header =
        header(PlanFixtures.scanOnly().toByteArray(), 7)
            .setPayload(Payload.ROWS)
            .setStopReason(StopReason.LIMIT_REACHED)
            .build();
    return new ResultFrame(header, body(List.of(), 7));
  }

  /** One group of {@link PlanFixtures#aggregation}. */
  static ResultFrame partialAggregate() {
    List<ArrowColumn> columns =
        List.of(
            ArrowColumns.ofBytes(
                PlanFixtures.STRING,
                "UA".getBytes(StandardCharsets.UTF_8),
                new int[] {0, 2},
                null,
                1),
            ArrowColumns.ofLongs(PlanFixtures.BIGINT, new long[] {3}, null, 1),
            ArrowColumns.ofLongs(PlanFixtures.BIGINT, new long[] {4_200}, null, 1),
            ArrowColumns.ofDecimals(
                PlanFixtures.decimal(20, 2), new long[] {0}, new long[] {19_999}, null, 1),
            ArrowColumns.ofLongs(PlanFixtures.BOOLEAN, new long[] {0}, null, 1),
            ArrowColumns.ofDoubles(PlanFixtures.DOUBLE, new double[] {-2.5}, null, 1),
            ArrowColumns.ofLongs(PlanFixtures.BIGINT, new long[] {2}, null, 1),
            ArrowColumns.ofLongs(PlanFixtures.INT, new long[] {-1}, new boolean[] {true}, 1),
            ArrowColumns.ofLongs(PlanFixtures.INT, new long[] {2_475}, null, 1));
    FrameHeader header =
        header(PlanFixtures.aggregation().toByteArray(), 1)
            .setPayload(Payload.PARTIAL_AGGREGATE)
            .setStopReason(StopReason.MEMORY_BOUND)
            .build();
    return new ResultFrame(header, body(columns, 1));
  }

  private static FrameHeader.Builder header(byte[] subPlan, int rows) {
    FrameStatistics statistics =
        FrameStatistics.newBuilder()
            .setRowsScanned(100)
            .setRowsKept(rows)
            .setCellsScanned(300)
            .setBytesScanned(12_345)
            .setServerNanos(1_000_000)
            .setFlushes(1)
            .setSeeks(2)
            .build();
    return FrameHeader.newBuilder()
        .setPlanHash(ByteString.copyFrom(PlanHash.of(subPlan)))
        .setRegion("d41d8cd98f00b204e9800998ecf8427e")
        .setRowCount(rows)
        .setStatistics(statistics);
  }
}
