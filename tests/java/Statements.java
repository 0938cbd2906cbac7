import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Runs the statements of tests/statements, whose README tells what the files look like. Prints for
 * each a line of JSON: its {@code rows}, or the {@code error}. What they ought to be is compared by
 * who reads the lines. Then it runs {@link InContext} and {@link QuickStart}.
 */
public final class Statements {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Statements() {}

  /** The folder of the statements, their namespace, the URI of a folder for files. */
  public static void main(String[] arguments) throws IOException {
    SparkSession spark = SparkSession.builder().appName("statements").getOrCreate();
    for (Path file : filesOf(Path.of(arguments[0]))) {
      String text = Files.readString(file).replace("{ns}", arguments[1]).replace("{folder}", arguments[2]);
      for (String block : text.split("\n\n")) {
        String statement = statementOf(block);
        if (!statement.isEmpty()) {
          System.out.println(JSON.writeValueAsString(outcome(spark, statement)));
        }
      }
    }
    InContext.run(spark);
    QuickStart.main(new String[0]);
  }

  private static List<Path> filesOf(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".sql")).sorted().toList();
    }
  }

  private static String statementOf(String block) {
    List<String> lines = Arrays.asList(block.strip().split("\n"));
    int rows = lines.indexOf("----");
    List<String> before = rows < 0 ? lines : lines.subList(0, rows);
    return String.join("\n", before.stream().filter(line -> !line.startsWith("--")).toList());
  }

  private static Map<String, Object> outcome(SparkSession spark, String statement) {
    try {
      List<String> rows = new ArrayList<>();
      for (Row row : spark.sql(statement).collectAsList()) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
          values.add(row.isNullAt(i) ? "NULL" : row.get(i).toString());
        }
        rows.add(String.join("\t", values));
      }
      return Map.of("rows", rows);
    } catch (Exception e) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      return Map.of("error", trace.toString());
    }
  }
}
