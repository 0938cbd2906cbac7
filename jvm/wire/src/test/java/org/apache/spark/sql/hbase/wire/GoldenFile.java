package org.apache.spark.sql.hbase.wire;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.util.JsonFormat;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;

/**
 * The golden files of sub-plans and frames, in tests/golden: bytes as hex beside what they mean.
 * They are written once, by a run of the tests with {@code -Dgolden.write=true} while the file does
 * not exist, and never changed. Bytes like them may be on their way between two versions.
 */
final class GoldenFile {
  private static final Path FOLDER =
      Path.of(System.getProperty("basedir", "."), "..", "..", "tests", "golden");
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().serializeNulls().create();

  private GoldenFile() {}

  static String subPlan(String name, String description, SubPlan plan) {
    byte[] bytes = plan.toByteArray();
    JsonObject example = new JsonObject();
    example.addProperty("name", name);
    example.addProperty("hex", HexFormat.of().formatHex(bytes));
    example.addProperty("plan_hash", HexFormat.of().formatHex(PlanHash.of(bytes)));
    example.add("plan", json(plan));
    return file(description, example);
  }

  static String frame(String name, String description, ResultFrame frame) {
    JsonObject example = new JsonObject();
    example.addProperty("name", name);
    example.addProperty("hex", HexFormat.of().formatHex(frame.encode()));
    example.add("header", json(frame.header()));
    ArrowBatch batch = frame.batch();
    JsonArray columns = new JsonArray();
    for (int i = 0; i < batch.columns().size(); i++) {
      ArrowColumn column = batch.columns().get(i);
      JsonObject object = new JsonObject();
      object.addProperty("name", batch.names().get(i));
      object.addProperty("type", typeName(column.type()));
      object.add("values", values(column));
      columns.add(object);
    }
    example.add("columns", columns);
    return file(description, example);
  }

  private static String file(String description, JsonObject example) {
    JsonArray cases = new JsonArray();
    cases.add(example);
    JsonObject file = new JsonObject();
    file.addProperty("description", description);
    file.add("cases", cases);
    return GSON.toJson(file) + "\n";
  }

  private static JsonObject json(MessageOrBuilder message) {
    try {
      String text = JsonFormat.printer().preservingProtoFieldNames().print(message);
      return JsonParser.parseString(text).getAsJsonObject();
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("only messages with Any fail to print", e);
    }
  }

  private static String typeName(DataType type) {
    return type.getKind() == TypeKind.DECIMAL
        ? "DECIMAL(" + type.getPrecision() + "," + type.getScale() + ")"
        : type.getKind().name();
  }

  private static JsonArray values(ArrowColumn column) {
    JsonArray values = new JsonArray();
    for (int i = 0; i < column.length(); i++) {
      values.add(column.isNull(i) ? JsonNull.INSTANCE : value(column, i));
    }
    return values;
  }

  /** Floats and decimals as text, bytes as hex, days and microseconds as integers. */
  private static JsonPrimitive value(ArrowColumn column, int i) {
    return switch (column.type().getKind()) {
      case BOOLEAN -> new JsonPrimitive(column.getLong(i) == 1);
      case FLOAT, DOUBLE -> new JsonPrimitive(Double.toString(column.getDouble(i)));
      case DECIMAL -> {
        BigInteger high = BigInteger.valueOf(column.getDecimalHigh(i)).shiftLeft(64);
        BigInteger low = new BigInteger(Long.toUnsignedString(column.getDecimalLow(i)));
        yield new JsonPrimitive(
            new BigDecimal(high.add(low), column.type().getScale()).toPlainString());
      }
      case STRING, BINARY -> new JsonPrimitive(HexFormat.of().formatHex(column.getBytes(i)));
      default -> new JsonPrimitive(column.getLong(i));
    };
  }

  /** Returns the content of the file. */
  static String read(String path, String expected) throws IOException {
    Path file = FOLDER.resolve(path);
    if (Boolean.getBoolean("golden.write") && Files.notExists(file)) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, expected);
    }
    return Files.readString(file);
  }

  /** The bytes of the file's only case. */
  static byte[] bytes(String text) {
    JsonObject file = JsonParser.parseString(text).getAsJsonObject();
    JsonObject example = file.getAsJsonArray("cases").get(0).getAsJsonObject();
    return HexFormat.of().parseHex(example.get("hex").getAsString());
  }
}
