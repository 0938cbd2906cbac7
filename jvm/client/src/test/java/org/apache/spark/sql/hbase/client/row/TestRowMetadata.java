package org.apache.spark.sql.hbase.client.row;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.client.CountPlans;
import org.apache.spark.sql.hbase.client.FakeTable;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.SubPlanReader;
import org.apache.spark.sql.hbase.client.scan.SubPlanRequest;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;
import org.apache.spark.sql.hbase.wire.proto.ValueCell;
import org.junit.jupiter.api.Test;

class TestRowMetadata {
  private static final byte[] FAMILY = Bytes.toBytes(RowMetadata.FAMILY);

  private final FakeTable table = new FakeTable(new byte[0]);

  @Test
  void theCellsOfTheMetadataComeWithThoseOfTheRow() throws IOException {
    RowResults rows =
        MetadataResults.over(
            rows(row(3, 70, 90, 80), row(30, 1)),
            table,
            layout(RowMetadata.ROW_KEY, RowMetadata.TIMESTAMP, RowMetadata.REGION));
    Result first = rows.next();
    assertEquals(6, first.size());
    assertArrayEquals(CountPlans.key(3), first.getValue(FAMILY, Bytes.toBytes("rowkey")));
    byte[] newest = first.getValue(FAMILY, Bytes.toBytes("timestamp"));
    assertEquals(90_000L, Bytes.toLong(newest) ^ Long.MIN_VALUE);
    assertEquals(regionOf(3), Bytes.toString(first.getValue(FAMILY, Bytes.toBytes("region"))));
    Result second = rows.next();
    assertEquals(regionOf(30), Bytes.toString(second.getValue(FAMILY, Bytes.toBytes("region"))));
    assertNull(rows.next());
  }

  @Test
  void onlyWhatALayoutHasIsMade() throws IOException {
    RowResults rows =
        MetadataResults.over(rows(row(3, 70, 90)), table, layout(RowMetadata.TIMESTAMP));
    assertEquals(3, rows.next().size());
    RowResults plain = rows(row(3, 70));
    assertEquals(plain, MetadataResults.over(plain, table, CountPlans.allRows().getTable()));
  }

  @Test
  void theLargestTimestampOfHBaseIsTheLargestOfSql() throws IOException {
    RowResults rows =
        MetadataResults.over(rows(row(3, Long.MAX_VALUE)), table, layout(RowMetadata.TIMESTAMP));
    byte[] newest = rows.next().getValue(FAMILY, Bytes.toBytes("timestamp"));
    assertEquals(Long.MAX_VALUE, Bytes.toLong(newest) ^ Long.MIN_VALUE);
  }

  @Test
  void regionServersAreNotAskedForMetadata() {
    SubPlan plan = CountPlans.allRows().toBuilder().setTable(layout(RowMetadata.ROW_KEY)).build();
    SubPlanRequest request =
        SubPlanRequest.ofTable(
            TableName.valueOf("t"), plan.toByteArray(), ReaderOptions.defaults());
    assertThrows(
        IllegalArgumentException.class, () -> new SubPlanReader(table, request, millis -> {}));
  }

  @Test
  void filtersInRegionServersAreLeftOut() throws IOException {
    SubPlan plan =
        CountPlans.countAndSumFrom(5).toBuilder().setTable(layout(RowMetadata.ROW_KEY)).build();
    SubPlanRequest request =
        SubPlanRequest.ofTable(
            TableName.valueOf("t"),
            plan.toByteArray(),
            ReaderOptions.defaults().withMode(CoprocessorMode.OFF));
    try (SubPlanReader reader = new SubPlanReader(table, request, millis -> {})) {
      while (reader.next()) {
        assertFalse(table.plainScans.get(0).hasFilter());
      }
    }
  }

  private String regionOf(int key) {
    return table.region(CountPlans.key(key)).getEncodedName();
  }

  private static TableLayout layout(String... names) {
    TableLayout.Builder layout = CountPlans.allRows().getTable().toBuilder().clearFamilies();
    for (String name : names) {
      layout.addColumns(
          Column.newBuilder()
              .setName("_" + name)
              .setType(DataType.newBuilder().setKind(TypeKind.BINARY))
              .setCell(
                  ValueCell.newBuilder()
                      .setFamily(RowMetadata.FAMILY_BYTES)
                      .setQualifier(ByteString.copyFromUtf8(name))
                      .setEncoding(Encoding.ORDERED)));
    }
    return layout.build();
  }

  private static Result row(int key, long... timestamps) {
    Cell[] cells = new Cell[timestamps.length];
    for (int i = 0; i < cells.length; i++) {
      cells[i] =
          new KeyValue(
              CountPlans.key(key),
              Bytes.toBytes("f"),
              Bytes.toBytes("q" + i),
              timestamps[i],
              new byte[0]);
    }
    return Result.create(cells);
  }

  private static RowResults rows(Result... results) {
    Deque<Result> left = new ArrayDeque<>(Arrays.asList(results));
    return new RowResults() {
      @Override
      public Result next() {
        return left.poll();
      }

      @Override
      public void close() {
        left.clear();
      }
    };
  }
}
