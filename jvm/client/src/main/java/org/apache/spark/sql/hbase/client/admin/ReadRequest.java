package org.apache.spark.sql.hbase.client.admin;

import java.io.IOException;
import java.util.Base64;
import java.util.List;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.ParseFilter;
import org.apache.hbase.thirdparty.com.google.gson.Gson;

/**
 * The rows and cells that a command of the shell asks for: {@code pyspark_hbase.shell._requests} as
 * JSON, bytes in Base64, absent values null.
 */
final class ReadRequest {
  private static final Gson JSON = new Gson();

  /** {@code [family]}, or {@code [family, qualifier]}. */
  private record Column(byte[] family, byte[] qualifier) {}

  // Filled by Gson.
  private String table;
  private List<String> columns;
  private String startRow;
  private String stopRow;
  private Integer limit;
  private String filter;
  private List<Long> timeRange;
  private int versions;
  private boolean reversed;
  private int caching;

  static ReadRequest parse(String json) {
    return JSON.fromJson(json, ReadRequest.class);
  }

  TableName table() {
    return TableName.valueOf(table);
  }

  Scan toScan() throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(bytes(startRow))
            .withStopRow(bytes(stopRow))
            .setReversed(reversed)
            .readVersions(versions)
            .setCaching(caching);
    if (limit != null) {
      scan.setLimit(limit);
    }
    if (timeRange != null) {
      scan.setTimeRange(timeRange.get(0), timeRange.get(1));
    }
    for (Column column : columns()) {
      if (column.qualifier == null) {
        scan.addFamily(column.family);
      } else {
        scan.addColumn(column.family, column.qualifier);
      }
    }
    return scan.setFilter(filter());
  }

  Get toGet(byte[] row) throws IOException {
    Get get = new Get(row).readVersions(versions);
    if (timeRange != null) {
      get.setTimeRange(timeRange.get(0), timeRange.get(1));
    }
    for (Column column : columns()) {
      if (column.qualifier == null) {
        get.addFamily(column.family);
      } else {
        get.addColumn(column.family, column.qualifier);
      }
    }
    return get.setFilter(filter());
  }

  static byte[] bytes(String base64) {
    return Base64.getDecoder().decode(base64);
  }

  private List<Column> columns() {
    return columns.stream().map(text -> column(CellUtil.parseColumn(bytes(text)))).toList();
  }

  private static Column column(byte[][] parts) {
    return new Column(parts[0], parts.length == 1 ? null : parts[1]);
  }

  private Filter filter() throws IOException {
    return filter == null ? null : new ParseFilter().parseFilterString(filter);
  }
}
