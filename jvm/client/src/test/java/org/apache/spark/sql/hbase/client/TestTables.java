package org.apache.spark.sql.hbase.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.spark.sql.hbase.client.admin.TableCoprocessor;

/** Creates and drops tables, with the coprocessor loaded from its jars as in production. */
final class TestTables {
  private static final AtomicInteger NAMES = new AtomicInteger();

  private TestTables() {}

  /**
   * @param splits start rows of the second and later regions
   * @param settings server properties, for the table descriptor
   */
  static TableName create(
      Connection connection,
      byte[] family,
      byte[][] splits,
      boolean hasCoprocessor,
      Map<String, String> settings)
      throws IOException {
    TableName name = TableName.valueOf("table" + NAMES.incrementAndGet());
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(family));
    settings.forEach(table::setValue);
    if (hasCoprocessor) {
      table.setCoprocessor(
          CoprocessorDescriptorBuilder.newBuilder(ChaosObserver.class.getName())
              .setPriority(Coprocessor.PRIORITY_HIGHEST)
              .build());
      table.setCoprocessor(
          CoprocessorDescriptorBuilder.newBuilder(TableCoprocessor.CLASS_NAME)
              .setJarPath(Path.of(System.getProperty("coprocessor.jars")).toUri().toString())
              .build());
    }
    try (Admin admin = connection.getAdmin()) {
      if (splits.length == 0) {
        admin.createTable(table.build());
      } else {
        admin.createTable(table.build(), splits);
      }
    }
    return name;
  }

  static void drop(Connection connection, TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(table);
      admin.deleteTable(table);
    }
  }
}
