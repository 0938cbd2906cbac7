package peers;

import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * A temporary view over {@code newAPIHadoopRDD(TableInputFormat)}, as programs that read HBase from
 * Spark make it. A scan of the columns that one query needs, a task per region, 1,000 rows at a
 * time.
 */
public final class TableInputFormatView {
  private static final int CACHING = 1_000;
  private static final byte[] FAMILY = Lineitem.FAMILY;

  private TableInputFormatView() {}

  /**
   * Makes the view, replacing one of that name.
   *
   * @param json {@code table}, {@code view}, and lists of {@code key} and {@code cells}, each "NAME
   *     TYPE"; no cells mean that only the key is read
   */
  public static void create(SparkSession spark, String quorum, String json) throws Exception {
    JsonObject view = JsonParser.parseString(json).getAsJsonObject();
    List<String[]> key = columns(view, "key");
    List<String[]> cells = columns(view, "cells");
    Scan scan = new Scan().setCaching(CACHING).setCacheBlocks(true);
    if (cells.isEmpty()) {
      scan.setFilter(new FirstKeyOnlyFilter());
    }
    StructType schema = new StructType();
    for (String[] column : key) {
      schema = schema.add(column[0], column[1]);
    }
    for (String[] column : cells) {
      schema = schema.add(column[0], column[1]);
      scan.addColumn(FAMILY, Bytes.toBytes(column[0]));
    }
    Configuration conf = Tables.configuration(quorum);
    conf.set(TableInputFormat.INPUT_TABLE, view.get("table").getAsString());
    conf.set(TableInputFormat.SCAN, TableMapReduceUtil.convertScanToString(scan));
    JavaRDD<Row> rows =
        new JavaSparkContext(spark.sparkContext())
            .newAPIHadoopRDD(
                conf, TableInputFormat.class, ImmutableBytesWritable.class, Result.class)
            .map(pair -> row(pair._2, key, cells));
    spark.createDataFrame(rows, schema).createOrReplaceTempView(view.get("view").getAsString());
  }

  private static List<String[]> columns(JsonObject view, String name) {
    List<String[]> columns = new ArrayList<>();
    for (JsonElement column : view.getAsJsonArray(name)) {
      columns.add(column.getAsString().split(" "));
    }
    return columns;
  }

  private static Row row(Result result, List<String[]> key, List<String[]> cells) {
    Object[] values = new Object[key.size() + cells.size()];
    byte[] row = result.getRow();
    int at = 0;
    int column = 0;
    for (String[] part : key) {
      switch (part[1]) {
        case "BIGINT" -> {
          values[column++] = Bytes.toLong(row, at) ^ Long.MIN_VALUE;
          at += Long.BYTES;
        }
        case "INT" -> {
          values[column++] = Bytes.toInt(row, at) ^ Integer.MIN_VALUE;
          at += Integer.BYTES;
        }
        default -> {
          int end = at;
          while (row[end] != 0) {
            end++;
          }
          values[column++] = new String(row, at, end - at, StandardCharsets.UTF_8);
          at = end + 1;
        }
      }
    }
    for (String[] cell : cells) {
      values[column++] = value(result.getColumnLatestCell(FAMILY, Bytes.toBytes(cell[0])), cell[1]);
    }
    return RowFactory.create(values);
  }

  private static Object value(Cell cell, String type) {
    if (cell == null) {
      return null;
    }
    byte[] bytes = cell.getValueArray();
    int at = cell.getValueOffset();
    return switch (type.split("\\(", 2)[0]) {
      case "BIGINT" -> Bytes.toLong(bytes, at);
      case "INT" -> Bytes.toInt(bytes, at);
      case "DATE" -> Date.valueOf(LocalDate.ofEpochDay(Bytes.toInt(bytes, at)));
      case "DECIMAL" -> Bytes.toBigDecimal(bytes, at, cell.getValueLength());
      default -> Bytes.toString(bytes, at, cell.getValueLength());
    };
  }
}
