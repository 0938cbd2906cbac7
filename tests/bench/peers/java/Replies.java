package peers;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;

/**
 * The protocol of the workers: a JSON object a line in, one a line out. What anything else writes
 * to standard output goes to the log.
 */
final class Replies {
  /** Runs one request and returns its rows: values are numbers, strings or null. */
  @FunctionalInterface
  interface Query {
    List<Object[]> run(JsonObject request) throws Throwable;
  }

  private Replies() {}

  /** Says that we are ready, then answers requests until input ends. */
  static void serve(Query query) throws IOException {
    PrintStream replies = new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8");
    System.setOut(System.err);
    JsonObject ready = new JsonObject();
    ready.addProperty("ready", true);
    replies.println(ready);
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      replies.println(answer(query, JsonParser.parseString(line).getAsJsonObject()));
    }
  }

  private static JsonObject answer(Query query, JsonObject request) {
    JsonObject reply = new JsonObject();
    try {
      long started = System.nanoTime();
      List<Object[]> rows = query.run(request);
      reply.addProperty("seconds", (System.nanoTime() - started) / 1e9);
      reply.add("rows", json(rows));
    } catch (UnsupportedOperationException e) {
      reply.addProperty("error", e.getMessage());
      // Whatever fails is the peer's answer, which the page quotes; the log has the whole of it.
    } catch (Throwable e) {
      e.printStackTrace();
      reply.addProperty("error", e.getClass().getSimpleName() + ": " + e.getMessage());
    }
    return reply;
  }

  private static JsonArray json(List<Object[]> rows) {
    JsonArray array = new JsonArray();
    for (Object[] row : rows) {
      JsonArray values = new JsonArray();
      for (Object value : row) {
        if (value instanceof BigDecimal decimal) {
          // A whole number shall look like one.
          values.add(new BigDecimal(decimal.stripTrailingZeros().toPlainString()));
        } else if (value instanceof Number number) {
          values.add(number);
        } else {
          values.add((String) value);
        }
      }
      array.add(values);
    }
    return array;
  }
}
