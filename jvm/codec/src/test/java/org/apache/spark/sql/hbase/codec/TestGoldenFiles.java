package org.apache.spark.sql.hbase.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedReader;
import org.apache.spark.sql.hbase.codec.packed.PackedWriter;
import org.apache.spark.sql.hbase.codec.rowkey.KeyForm;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPart;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeyBuilder;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeyCodec;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class TestGoldenFiles {
  // Bytes in the middle of a larger array, so that offsets and lengths matter.
  private static final int MARGIN = 3;

  @TestFactory
  Stream<DynamicTest> valuesHaveTheirBytes() {
    List<DynamicTest> tests = new ArrayList<>();
    for (GoldenFile file : GoldenFile.in("value")) {
      SqlType type = GoldenFile.type(file.content().get("type"));
      ValueCodec codec =
          ValueCodecs.of(type, ValueEncoding.valueOf(file.content().get("encoding").asText()));
      for (GoldenFile.Case golden : file.cases()) {
        Object value = GoldenFile.value(golden.value(), type);
        tests.add(
            file.test(
                golden.name(),
                () -> {
                  RecordingSink sink = new RecordingSink();
                  byte[] padded = padded(golden.bytes());
                  codec.decode(padded, MARGIN, golden.bytes().length, sink);
                  assertEquals(value, sink.take());
                  if (golden.isWritten()) {
                    assertArrayEquals(golden.bytes(), RecordingSink.encode(value, codec));
                  }
                }));
      }
      for (GoldenFile.Malformed bad : file.malformed()) {
        tests.add(
            file.test(
                bad.name(),
                () -> {
                  RecordingSink sink = new RecordingSink();
                  CodecException e =
                      assertThrows(
                          CodecException.class,
                          () ->
                              codec.decode(padded(bad.bytes()), MARGIN, bad.bytes().length, sink));
                  assertEquals(bad.code(), e.code());
                  assertEquals(type.toString(), e.values().get("type"));
                  assertTrue(sink.isUntouched());
                }));
      }
    }
    return tests.stream();
  }

  @TestFactory
  Stream<DynamicTest> rowKeysHaveTheirBytes() {
    List<DynamicTest> tests = new ArrayList<>();
    for (GoldenFile file : GoldenFile.in("row_key")) {
      List<KeyPart> parts = new ArrayList<>();
      for (JsonNode part : file.content().get("parts")) {
        ValueEncoding encoding = ValueEncoding.valueOf(part.get("encoding").asText());
        parts.add(
            new KeyPart(
                GoldenFile.type(part.get("type")),
                encoding,
                part.get("descending").asBoolean(),
                form(part)));
      }
      RowKeyCodec codec = new RowKeyCodec(parts, prefix(file));
      RowKeyBuilder builder = codec.newBuilder();
      RecordingSink[] sinks = sinks(parts.size());
      for (GoldenFile.Case golden : file.cases()) {
        tests.add(
            file.test(
                golden.name(),
                () -> {
                  builder.reset();
                  for (int i = 0; i < sinks.length; i++) {
                    RecordingSink.put(
                        GoldenFile.value(golden.value().get(i), parts.get(i).type()), builder);
                  }
                  assertArrayEquals(golden.bytes(), builder.toByteArray());
                  codec.decode(padded(golden.bytes()), MARGIN, golden.bytes().length, sinks);
                  for (int i = 0; i < sinks.length; i++) {
                    assertEquals(
                        GoldenFile.value(golden.decoded().get(i), parts.get(i).type()),
                        sinks[i].take());
                  }
                }));
      }
      file.refusals(bytes -> codec.decode(padded(bytes), MARGIN, bytes.length, sinks(parts.size())))
          .forEach(tests::add);
    }
    return tests.stream();
  }

  private static KeyForm form(JsonNode part) {
    KeyForm.Kind kind = KeyForm.Kind.valueOf(part.path("form").asText("PLAIN"));
    return new KeyForm(kind, part.path("delimiter").asInt(0), part.path("width").asInt(0));
  }

  private static Optional<KeyPrefix> prefix(GoldenFile file) {
    JsonNode prefix = file.content().get("prefix");
    if (prefix == null) {
      return Optional.empty();
    }
    List<Integer> parts = new ArrayList<>();
    prefix.get("parts").forEach(part -> parts.add(part.asInt()));
    KeyPrefix.Kind kind = KeyPrefix.Kind.valueOf(prefix.get("kind").asText());
    return Optional.of(new KeyPrefix(kind, prefix.get("size").asInt(), parts));
  }

  @TestFactory
  Stream<DynamicTest> packedCellsHaveTheirBytes() {
    List<DynamicTest> tests = new ArrayList<>();
    for (GoldenFile file : GoldenFile.in("packed")) {
      List<SqlType> fields = new ArrayList<>();
      file.content().get("fields").forEach(field -> fields.add(GoldenFile.type(field)));
      PackedCodec codec = new PackedCodec(fields);
      PackedReader reader = codec.newReader();
      PackedWriter writer = codec.newWriter();
      RecordingSink sink = new RecordingSink();
      for (GoldenFile.Case golden : file.cases()) {
        tests.add(
            file.test(
                golden.name(),
                () -> {
                  reader.bind(padded(golden.bytes()), MARGIN, golden.bytes().length);
                  writer.reset();
                  for (int i = 0; i < fields.size(); i++) {
                    Object value = GoldenFile.value(golden.value().get(i), fields.get(i));
                    reader.read(i, sink);
                    assertEquals(value, sink.take());
                    assertEquals(value == null, reader.isNull(i));
                    RecordingSink.put(value, writer);
                  }
                  if (golden.isWritten()) {
                    assertArrayEquals(golden.bytes(), writer.toByteArray());
                  }
                }));
      }
      file.refusals(
              bytes -> {
                reader.bind(padded(bytes), MARGIN, bytes.length);
                for (int i = 0; i < fields.size(); i++) {
                  reader.read(i, new RecordingSink());
                }
              })
          .forEach(tests::add);
    }
    return tests.stream();
  }

  private static RecordingSink[] sinks(int count) {
    return Stream.generate(RecordingSink::new).limit(count).toArray(RecordingSink[]::new);
  }

  private static byte[] padded(byte[] bytes) {
    byte[] padded = new byte[bytes.length + 2 * MARGIN];
    Arrays.fill(padded, (byte) 0x31);
    System.arraycopy(bytes, 0, padded, MARGIN, bytes.length);
    return padded;
  }
}
