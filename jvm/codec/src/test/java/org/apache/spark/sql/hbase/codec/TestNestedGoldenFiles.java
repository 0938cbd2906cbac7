package org.apache.spark.sql.hbase.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Nested values have the bytes of tests/golden/nested, in every encoding. */
class TestNestedGoldenFiles {
  @TestFactory
  Stream<DynamicTest> valuesHaveTheirBytes() {
    List<DynamicTest> tests = new ArrayList<>();
    for (GoldenFile file : GoldenFile.in("nested")) {
      SqlType type = GoldenFile.type(file.content().get("type"));
      for (JsonNode golden : file.content().get("cases")) {
        String name = file.path() + " " + golden.get("name").asText();
        tests.add(DynamicTest.dynamicTest(name, () -> check(type, golden)));
      }
    }
    return tests.stream();
  }

  private static void check(SqlType type, JsonNode golden) {
    byte[] binary = HexFormat.of().parseHex(golden.get("hex").asText());
    Object value = GoldenFile.value(golden.get("value"), type);
    assertArrayEquals(binary, NestedValues.write(type, value));
    assertEquals(value, NestedValues.read(type, binary));
    checkCell(type, ValueEncoding.NESTED, binary, binary);
    byte[] json = golden.get("json").asText().getBytes(StandardCharsets.UTF_8);
    checkCell(type, ValueEncoding.JSON, binary, json);
    if (ValueCodecs.isSupported(type, ValueEncoding.AVRO)) {
      byte[] avro = HexFormat.of().parseHex(golden.get("avro").asText());
      checkCell(type, ValueEncoding.AVRO, binary, avro);
    }
  }

  private static void checkCell(SqlType type, ValueEncoding encoding, byte[] binary, byte[] cell) {
    ValueCodec codec = ValueCodecs.of(type, encoding);
    RecordingSink.Bytes value = new RecordingSink.Bytes(binary);
    assertArrayEquals(cell, RecordingSink.encode(value, codec), encoding::name);
    RecordingSink sink = new RecordingSink();
    codec.decode(cell, 0, cell.length, sink);
    assertEquals(value, sink.take(), encoding::name);
  }

  @TestFactory
  Stream<DynamicTest> malformedCellsAreRefused() {
    List<DynamicTest> tests = new ArrayList<>();
    for (GoldenFile file : GoldenFile.in("nested")) {
      SqlType type = GoldenFile.type(file.content().get("type"));
      for (JsonNode golden : file.content().get("malformed")) {
        ValueEncoding encoding = ValueEncoding.valueOf(golden.get("encoding").asText());
        ValueCodec codec = ValueCodecs.of(type, encoding);
        byte[] cell = HexFormat.of().parseHex(golden.get("hex").asText());
        String name = file.path() + " " + golden.get("name").asText() + " " + encoding;
        tests.add(DynamicTest.dynamicTest(name, () -> checkRefused(codec, cell)));
      }
    }
    return tests.stream();
  }

  private static void checkRefused(ValueCodec codec, byte[] cell) {
    RecordingSink sink = new RecordingSink();
    CodecException e =
        assertThrows(CodecException.class, () -> codec.decode(cell, 0, cell.length, sink));
    assertEquals(CodecException.Code.CORRUPT_VALUE, e.code());
    assertTrue(sink.isUntouched());
  }
}
