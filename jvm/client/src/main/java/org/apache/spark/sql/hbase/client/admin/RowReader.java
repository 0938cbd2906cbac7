package org.apache.spark.sql.hbase.client.admin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hbase.thirdparty.com.google.gson.Gson;

/**
 * A scan of a command of the shell. Rows are JSON: {@code [row, [[column, timestamp, value],
 * ...]]}, bytes in Base64. Not thread-safe.
 */
public final class RowReader implements AutoCloseable {
  private static final Gson JSON = new Gson();

  private final Table table;
  private final ResultScanner scanner;

  private RowReader(Table table, ResultScanner scanner) {
    this.table = table;
    this.scanner = scanner;
  }

  static RowReader open(Connection connection, ReadRequest request) throws IOException {
    Table table = connection.getTable(request.table());
    return new RowReader(table, table.getScanner(request.toScan()));
  }

  /** At most so many rows; none at the end. */
  public String next(int rows) throws IOException {
    List<Object> found = new ArrayList<>();
    for (Result result : scanner.next(rows)) {
      found.add(List.of(text(result.getRow()), cells(result)));
    }
    return JSON.toJson(found);
  }

  @Override
  public void close() throws IOException {
    scanner.close();
    table.close();
  }

  /** The cells of a row, as JSON; none where it is not there. */
  static String toJson(Result result) {
    return JSON.toJson(cells(result));
  }

  private static List<Object> cells(Result result) {
    List<Object> cells = new ArrayList<>();
    if (!result.isEmpty()) {
      for (Cell cell : result.rawCells()) {
        byte[] column =
            CellUtil.makeColumn(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
        cells.add(List.of(text(column), cell.getTimestamp(), text(CellUtil.cloneValue(cell))));
      }
    }
    return cells;
  }

  static String text(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
