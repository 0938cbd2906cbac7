package peers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Phoenix through its JDBC driver: {@code QUORUM}. A request is a query, or statements and a text
 * file to load.
 */
public final class Phoenix {
  private static final int BATCH = 2_000;

  private Phoenix() {}

  public static void main(String[] arguments) throws Exception {
    String quorum = arguments[0];
    try (Connection connection = DriverManager.getConnection("jdbc:phoenix:" + quorum)) {
      connection.setAutoCommit(false);
      Replies.serve(
          request -> request.has("file") ? load(connection, request) : query(connection, request));
    }
  }

  private static List<Object[]> query(Connection connection, JsonObject request) throws Exception {
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(1_000);
      if (request.has("statement")) {
        statement.execute(request.get("sql").getAsString());
        return List.of();
      }
      try (ResultSet found = statement.executeQuery(request.get("sql").getAsString())) {
        return request.get("export").getAsBoolean()
            ? export(found, request.getAsJsonArray("sums"))
            : rows(found);
      }
    }
  }

  private static List<Object[]> rows(ResultSet found) throws Exception {
    int count = found.getMetaData().getColumnCount();
    List<Object[]> rows = new ArrayList<>();
    while (found.next()) {
      Object[] row = new Object[count];
      for (int i = 0; i < count; i++) {
        row[i] = found.getObject(i + 1);
      }
      rows.add(row);
    }
    return rows;
  }

  /** Reads every value; returns the row count and the sums of columns. */
  private static List<Object[]> export(ResultSet found, JsonArray sums) throws Exception {
    int count = found.getMetaData().getColumnCount();
    int[] summed = new int[sums.size()];
    for (int i = 0; i < summed.length; i++) {
      summed[i] = found.findColumn(sums.get(i).getAsString());
    }
    Object[] total = new Object[1 + summed.length];
    Arrays.fill(total, 0L);
    Object[] row = new Object[count + 1];
    while (found.next()) {
      for (int i = 1; i <= count; i++) {
        row[i] = found.getObject(i);
      }
      total[0] = (Long) total[0] + 1;
      for (int i = 0; i < summed.length; i++) {
        total[i + 1] = (Long) total[i + 1] + (Long) row[summed[i]];
      }
    }
    return List.<Object[]>of(total);
  }

  /** Upserts the lines of a file with fields between "|"; an empty field is NULL. */
  private static List<Object[]> load(Connection connection, JsonObject request) throws Exception {
    List<String> types = new ArrayList<>();
    for (JsonElement type : request.getAsJsonArray("types")) {
      types.add(type.getAsString());
    }
    try (PreparedStatement upsert = connection.prepareStatement(request.get("sql").getAsString());
        var lines = Files.lines(Path.of(request.get("file").getAsString()))) {
      int pending = 0;
      for (var all = lines.iterator(); all.hasNext(); ) {
        String[] fields = all.next().split("\\|", -1);
        for (int i = 0; i < fields.length; i++) {
          bind(upsert, i + 1, fields[i], types.get(i));
        }
        upsert.executeUpdate();
        if (++pending % BATCH == 0) {
          connection.commit();
        }
      }
      connection.commit();
    }
    return List.of();
  }

  private static void bind(PreparedStatement upsert, int at, String field, String type)
      throws Exception {
    switch (type) {
      case "BIGINT" -> upsert.setLong(at, Long.parseLong(field));
      case "INT" -> {
        if (field.isEmpty()) {
          upsert.setNull(at, Types.INTEGER);
        } else {
          upsert.setInt(at, Integer.parseInt(field));
        }
      }
      case "DATE" -> upsert.setDate(at, Date.valueOf(field));
      default -> upsert.setString(at, field.isEmpty() ? null : field);
    }
  }
}
