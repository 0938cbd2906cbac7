package org.apache.spark.sql.hbase.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.chunk.ChunkCodec;
import org.apache.spark.sql.hbase.codec.chunk.ChunkReader;
import org.apache.spark.sql.hbase.codec.chunk.ChunkWriter;
import org.apache.spark.sql.hbase.codec.chunk.GroupCell;
import org.apache.spark.sql.hbase.codec.chunk.GroupKey;
import org.apache.spark.sql.hbase.codec.chunk.OverlayCell;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedWriter;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Groups, chunks and overlay rows have the bytes of the golden files. */
class TestColumnarGoldenFiles {
  private static final HexFormat HEX = HexFormat.of();

  @TestFactory
  Stream<DynamicTest> rowKeysHaveTheirGroupAndQualifier() {
    List<DynamicTest> tests = new ArrayList<>();
    for (GoldenFile file : GoldenFile.in("group_key")) {
      GroupKey groups = new GroupKey(file.content().get("group_bits").asInt());
      for (JsonNode golden : file.content().get("cases")) {
        byte[] rowKey = HEX.parseHex(golden.get("value").asText());
        tests.add(
            file.test(
                golden.get("name").asText(),
                () -> {
                  assertEquals(golden.get("group").asText(), HEX.formatHex(groups.of(rowKey)));
                  assertEquals(
                      golden.get("hex").asText(),
                      HEX.formatHex(GroupCell.overlayQualifier(groups, rowKey)));
                }));
      }
    }
    return tests.stream();
  }

  @TestFactory
  Stream<DynamicTest> chunksHaveTheirBytes() {
    List<DynamicTest> tests = new ArrayList<>();
    for (GoldenFile file : GoldenFile.in("chunk")) {
      List<SqlType> types = types(file);
      GroupKey groups = new GroupKey(file.content().get("group_bits").asInt());
      ChunkCodec codec = new ChunkCodec(types, groups);
      for (JsonNode golden : file.content().get("cases")) {
        byte[] chunk = HEX.parseHex(golden.get("hex").asText());
        tests.add(
            file.test(
                golden.get("name").asText(),
                () -> {
                  ChunkReader reader = codec.newReader();
                  reader.bind(chunk, 0, chunk.length);
                  assertEquals(golden.get("timestamp").asLong(), reader.timestamp());
                  assertEquals(rows(golden, types, groups), ReadChunk.of(reader, types));
                  if (golden.path("written").asBoolean(true)) {
                    assertArrayEquals(chunk, write(golden, types, codec));
                  }
                }));
      }
      file.refusals(
              bytes -> {
                ChunkReader reader = codec.newReader();
                reader.bind(bytes, 0, bytes.length);
                ReadChunk.of(reader, types);
              })
          .forEach(tests::add);
    }
    return tests.stream();
  }

  @TestFactory
  Stream<DynamicTest> overlayRowsHaveTheirBytes() {
    List<DynamicTest> tests = new ArrayList<>();
    for (GoldenFile file : GoldenFile.in("overlay")) {
      List<SqlType> types = types(file);
      for (JsonNode golden : file.content().get("cases")) {
        long timestamp = golden.get("timestamp").asLong();
        tests.add(
            file.test(
                golden.get("name").asText(),
                () -> {
                  byte[] cell = overlay(golden.get("value"), timestamp, types);
                  assertEquals(golden.get("hex").asText(), HEX.formatHex(cell));
                  assertEquals(
                      golden.get("value").isNull(), OverlayCell.isRemoved(cell, 0, cell.length));
                  assertEquals(timestamp, OverlayCell.timestamp(cell, 0));
                }));
      }
      file.refusals(bytes -> OverlayCell.isRemoved(bytes, 0, bytes.length)).forEach(tests::add);
    }
    return tests.stream();
  }

  private static byte[] overlay(JsonNode value, long timestamp, List<SqlType> types) {
    if (value.isNull()) {
      return OverlayCell.removed(timestamp);
    }
    PackedWriter packed = new PackedCodec(types).newWriter();
    put(value, types, packed);
    return OverlayCell.row(timestamp, packed.toByteArray());
  }

  private static byte[] write(JsonNode golden, List<SqlType> types, ChunkCodec codec) {
    ChunkWriter writer = codec.newWriter();
    for (int row = 0; row < golden.get("row_keys").size(); row++) {
      writer.startRow(HEX.parseHex(golden.get("row_keys").get(row).asText()));
      put(golden.get("value").get(row), types, writer);
    }
    return writer.toByteArray(golden.get("timestamp").asLong());
  }

  private static void put(JsonNode row, List<SqlType> types, ValueSink sink) {
    for (int column = 0; column < types.size(); column++) {
      RecordingSink.put(GoldenFile.value(row.get(column), types.get(column)), sink);
    }
  }

  private static ReadChunk rows(JsonNode golden, List<SqlType> types, GroupKey groups) {
    List<RecordingSink.Bytes> rests = new ArrayList<>();
    for (JsonNode text : golden.get("row_keys")) {
      byte[] rowKey = HEX.parseHex(text.asText());
      int from = groups.restStart(rowKey.length);
      rests.add(new RecordingSink.Bytes(Arrays.copyOfRange(rowKey, from, rowKey.length)));
    }
    List<List<Object>> columns = new ArrayList<>();
    for (int column = 0; column < types.size(); column++) {
      List<Object> values = new ArrayList<>();
      for (JsonNode row : golden.get("value")) {
        values.add(GoldenFile.value(row.get(column), types.get(column)));
      }
      columns.add(values);
    }
    return new ReadChunk(rests, columns);
  }

  private static List<SqlType> types(GoldenFile file) {
    List<SqlType> types = new ArrayList<>();
    file.content().get("fields").forEach(field -> types.add(GoldenFile.type(field)));
    return types;
  }
}
