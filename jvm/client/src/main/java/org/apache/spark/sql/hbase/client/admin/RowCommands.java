package org.apache.spark.sql.hbase.client.admin;

import java.io.IOException;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/**
 * The commands of HBase's shell that read and write rows, for the Python package {@code
 * pyspark_hbase.shell}. Columns are {@code family:qualifier}; {@link
 * org.apache.hadoop.hbase.HConstants#LATEST_TIMESTAMP} stands for the time of the write. Not
 * thread-safe.
 */
public final class RowCommands {
  private final Connection connection;

  RowCommands(Connection connection) {
    this.connection = connection;
  }

  /** Close the answer. */
  public RowReader scan(String request) throws IOException {
    return RowReader.open(connection, ReadRequest.parse(request));
  }

  /** The cells of one row, as {@link RowReader} has them. */
  public String get(byte[] row, String request) throws IOException {
    ReadRequest read = ReadRequest.parse(request);
    try (Table table = connection.getTable(read.table())) {
      return RowReader.toJson(table.get(read.toGet(row)));
    }
  }

  public void put(String name, byte[] row, byte[] column, byte[] value, long timestamp)
      throws IOException {
    byte[][] parts = CellUtil.parseColumn(column);
    try (Table table = table(name)) {
      table.put(new Put(row).addColumn(parts[0], parts[1], timestamp, value));
    }
  }

  /** Deletes one version of a cell, the newest for the latest timestamp. */
  public void delete(String name, byte[] row, byte[] column, long timestamp) throws IOException {
    byte[][] parts = CellUtil.parseColumn(column);
    try (Table table = table(name)) {
      table.delete(new Delete(row).addColumn(parts[0], parts[1], timestamp));
    }
  }

  /** Deletes all versions up to a timestamp of a cell, or of a row for an empty column. */
  public void deleteAll(String name, byte[] row, byte[] column, long timestamp) throws IOException {
    Delete delete;
    if (column.length == 0) {
      delete = new Delete(row, timestamp);
    } else {
      byte[][] parts = CellUtil.parseColumn(column);
      delete = new Delete(row).addColumns(parts[0], parts[1], timestamp);
    }
    try (Table table = table(name)) {
      table.delete(delete);
    }
  }

  /** The new value of the counter. */
  public long increment(String name, byte[] row, byte[] column, long by) throws IOException {
    byte[][] parts = CellUtil.parseColumn(column);
    try (Table table = table(name)) {
      return table.incrementColumnValue(row, parts[0], parts[1], by);
    }
  }

  /** The new value of the cell. */
  public byte[] append(String name, byte[] row, byte[] column, byte[] value) throws IOException {
    byte[][] parts = CellUtil.parseColumn(column);
    try (Table table = table(name)) {
      return table
          .append(new Append(row).addColumn(parts[0], parts[1], value))
          .getValue(parts[0], parts[1]);
    }
  }

  private Table table(String name) throws IOException {
    return connection.getTable(TableName.valueOf(name));
  }
}
