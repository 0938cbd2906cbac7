package org.apache.spark.sql.hbase.client.admin;

import java.io.IOException;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.reflect.TypeToken;

/**
 * The commands of HBase's shell that are about tables, for the Python package {@code
 * pyspark_hbase.shell}. Structures are JSON, bytes in Base64. Not thread-safe.
 */
public final class TableCommands {
  private static final Gson JSON = new Gson();
  private static final Type FAMILIES =
      new TypeToken<LinkedHashMap<String, Map<String, String>>>() {}.getType();

  private final Connection connection;
  private final Admin admin;

  TableCommands(Connection connection, Admin admin) {
    this.connection = connection;
    this.admin = admin;
  }

  /** Names, as a list. */
  public String names() throws IOException {
    return JSON.toJson(
        Stream.of(admin.listTableNames()).map(TableName::getNameAsString).sorted().toList());
  }

  /**
   * Creates a table.
   *
   * @param families attributes, as HBase writes them, by the name of the family
   * @param splits row keys where regions begin
   */
  public void create(String name, String families, String splits) throws IOException {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf(name));
    Map<String, Map<String, String>> attributes = JSON.fromJson(families, FAMILIES);
    attributes.forEach(
        (family, values) -> {
          ColumnFamilyDescriptorBuilder builder =
              ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family));
          values.forEach(builder::setValue);
          table.setColumnFamily(builder.build());
        });
    byte[][] keys =
        Stream.of(JSON.fromJson(splits, String[].class))
            .map(ReadRequest::bytes)
            .toArray(byte[][]::new);
    admin.createTable(table.build(), keys);
  }

  /** {@code {"enabled":, "families": {name: {attribute: value}}, "attributes": {name: value}}}. */
  public String describe(String name) throws IOException {
    TableDescriptor table = admin.getDescriptor(TableName.valueOf(name));
    Map<String, Object> families = new LinkedHashMap<>();
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      Map<String, String> values = texts(family.getValues());
      values.putAll(family.getConfiguration());
      families.put(family.getNameAsString(), values);
    }
    return JSON.toJson(
        Map.of(
            "enabled",
            admin.isTableEnabled(table.getTableName()),
            "families",
            families,
            "attributes",
            texts(table.getValues())));
  }

  public boolean isEnabled(String name) throws IOException {
    return admin.isTableEnabled(TableName.valueOf(name));
  }

  public void enable(String name) throws IOException {
    admin.enableTable(TableName.valueOf(name));
  }

  public void disable(String name) throws IOException {
    admin.disableTable(TableName.valueOf(name));
  }

  public void drop(String name) throws IOException {
    admin.deleteTable(TableName.valueOf(name));
  }

  /** Makes a table empty, which is enabled afterwards as HBase's shell leaves it. */
  public void truncate(String name, boolean keepSplits) throws IOException {
    TableName table = TableName.valueOf(name);
    if (admin.isTableEnabled(table)) {
      admin.disableTable(table);
    }
    admin.truncateTable(table, keepSplits);
  }

  /** Row keys where regions begin, as a list; the first one is empty. */
  public String startKeys(String name) throws IOException {
    try (RegionLocator regions = connection.getRegionLocator(TableName.valueOf(name))) {
      return JSON.toJson(Stream.of(regions.getStartKeys()).map(RowReader::text).toList());
    }
  }

  public void flush(String name) throws IOException {
    admin.flush(TableName.valueOf(name));
  }

  /** Asks for a compaction, of one family unless that is empty. */
  public void compact(String name, String family, boolean major) throws IOException {
    TableName table = TableName.valueOf(name);
    byte[] only = family.isEmpty() ? null : Bytes.toBytes(family);
    if (major) {
      admin.majorCompact(table, only);
    } else {
      admin.compact(table, only);
    }
  }

  /** Splits the region of a row key there, or every region for an empty one. */
  public void split(String name, byte[] at) throws IOException {
    if (at.length == 0) {
      admin.split(TableName.valueOf(name));
    } else {
      admin.split(TableName.valueOf(name), at);
    }
  }

  private static Map<String, String> texts(Map<Bytes, Bytes> values) {
    Map<String, String> texts = new TreeMap<>();
    values.forEach((key, value) -> texts.put(key.toString(), value.toString()));
    texts.remove(TableDescriptorBuilder.IS_META);
    return texts;
  }
}
