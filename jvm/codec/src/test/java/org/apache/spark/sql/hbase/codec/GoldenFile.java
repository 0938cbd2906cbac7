package org.apache.spark.sql.hbase.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/** One file of tests/golden, which Python's tests read too. */
record GoldenFile(String path, JsonNode content) {
  // Surefire and IDEs start in the module's folder.
  private static final Path ROOT = Path.of("../../tests/golden");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** One vector: a value (or values) and its bytes. */
  record Case(String name, JsonNode value, JsonNode decoded, String hex, boolean isWritten) {
    byte[] bytes() {
      return HexFormat.of().parseHex(hex);
    }
  }

  /** Bytes that must be refused, and the code they are refused with. */
  record Malformed(String name, String hex, CodecException.Code code) {
    byte[] bytes() {
      return HexFormat.of().parseHex(hex);
    }
  }

  static List<GoldenFile> in(String folder) {
    try (Stream<Path> paths = Files.list(ROOT.resolve(folder))) {
      List<GoldenFile> files = new ArrayList<>();
      for (Path path : paths.sorted().toList()) {
        files.add(new GoldenFile(folder + "/" + path.getFileName(), JSON.readTree(path.toFile())));
      }
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (JsonNode node : content.get("cases")) {
      JsonNode value = node.get("value");
      JsonNode decoded = node.has("decoded") ? node.get("decoded") : value;
      boolean written = node.path("written").asBoolean(true);
      cases.add(
          new Case(node.get("name").asText(), value, decoded, node.get("hex").asText(), written));
    }
    return cases;
  }

  List<Malformed> malformed() {
    List<Malformed> malformed = new ArrayList<>();
    for (JsonNode node : content.get("malformed")) {
      CodecException.Code code = CodecException.Code.valueOf(node.get("code").asText());
      malformed.add(new Malformed(node.get("name").asText(), node.get("hex").asText(), code));
    }
    return malformed;
  }

  /** A test of this file. */
  DynamicTest test(String name, Executable body) {
    return DynamicTest.dynamicTest(path + " " + name, body);
  }

  /** A test for each malformed value: that it is refused with its code. */
  Stream<DynamicTest> refusals(Consumer<byte[]> read) {
    return malformed().stream()
        .map(
            bad ->
                test(
                    bad.name(),
                    () -> {
                      CodecException e =
                          assertThrows(CodecException.class, () -> read.accept(bad.bytes()));
                      assertEquals(bad.code(), e.code());
                    }));
  }

  /**
   * A name, or for nested types an array: {@code ["struct", ["a", "int"], ["b", ["array",
   * "string"]]]}, {@code ["map", "string", "int"]}.
   */
  static SqlType type(JsonNode node) {
    if (node.isArray()) {
      return switch (node.get(0).asText()) {
        case "array" -> SqlType.array(type(node.get(1)));
        case "map" -> SqlType.map(type(node.get(1)), type(node.get(2)));
        default -> {
          List<SqlType.Field> fields = new ArrayList<>();
          for (int i = 1; i < node.size(); i++) {
            fields.add(new SqlType.Field(node.get(i).get(0).asText(), type(node.get(i).get(1))));
          }
          yield SqlType.struct(fields);
        }
      };
    }
    String text = node.asText();
    if (!text.startsWith("decimal")) {
      return new SqlType(SqlType.Kind.valueOf(text.toUpperCase(Locale.ROOT)), 0, 0);
    }
    int comma = text.indexOf(',');
    int precision = Integer.parseInt(text.substring("decimal(".length(), comma));
    return SqlType.decimal(
        precision, Integer.parseInt(text.substring(comma + 1, text.length() - 1)));
  }

  private static List<Object> parts(JsonNode node, SqlType type) {
    List<Object> parts = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      int part = type.kind() == SqlType.Kind.STRUCT ? i : 0;
      parts.add(value(node.get(i), type.fieldType(part)));
    }
    return parts;
  }

  /**
   * The value in the form of {@link RecordingSink#take}; a nested one as in {@link NestedValues}.
   */
  static Object value(JsonNode node, SqlType type) {
    if (node.isNull()) {
      return null;
    }
    return switch (type.kind()) {
      case BOOLEAN -> node.asBoolean() ? 1L : 0L;
      case TINYINT, SMALLINT, INT, BIGINT -> node.asLong();
      case FLOAT -> (double) Float.parseFloat(node.asText());
      case DOUBLE -> Double.parseDouble(node.asText());
      case DECIMAL -> {
        BigDecimal unscaled = new BigDecimal(new BigDecimal(node.asText()).unscaledValue());
        yield type.physical() == SqlType.Physical.LONG
            ? (Object) unscaled.longValueExact()
            : unscaled;
      }
      case STRING -> new RecordingSink.Bytes(node.asText().getBytes(StandardCharsets.UTF_8));
      case BINARY -> new RecordingSink.Bytes(HexFormat.of().parseHex(node.asText()));
      case DATE -> LocalDate.parse(node.asText()).toEpochDay();
      case TIMESTAMP, TIMESTAMP_NTZ -> {
        LocalDateTime utc = LocalDateTime.parse(node.asText().replace("Z", ""));
        yield ChronoUnit.MICROS.between(LocalDate.EPOCH.atStartOfDay(), utc);
      }
      case STRUCT, ARRAY -> parts(node, type);
      case MAP -> {
        List<Object> entries = new ArrayList<>();
        for (JsonNode entry : node) {
          Object key = value(entry.get(0), type.fieldType(0));
          entries.add(NestedValues.entry(key, value(entry.get(1), type.fieldType(1))));
        }
        yield entries;
      }
    };
  }
}
