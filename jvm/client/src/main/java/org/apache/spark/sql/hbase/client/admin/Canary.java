package org.apache.spark.sql.hbase.client.admin;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The table on which a jar is tried before users' tables see it: {@link #ROWS_PER_REGION} rows in
 * each region, of an ordered INT key {@code n} and its text in {@code d:n}.
 */
final class Canary {
  static final int ROWS_PER_REGION = 10;

  private static final byte[] FAMILY = {'d'};
  private static final byte[] QUALIFIER = {'n'};

  private Canary() {}

  static TableDescriptor descriptor(TableName name, String jar) throws IOException {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY));
    return TableCoprocessor.attach(table, jar).build();
  }

  /** Null for one region, as HBase wants it. */
  static byte[][] splits(int regions) {
    byte[][] splits = new byte[regions - 1][];
    for (int i = 0; i < splits.length; i++) {
      splits[i] = rowKey((i + 1) * ROWS_PER_REGION);
    }
    return splits.length == 0 ? null : splits;
  }

  static void fill(Connection connection, TableName name, int regions) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int n = 0; n < regions * ROWS_PER_REGION; n++) {
      puts.add(new Put(rowKey(n)).addColumn(FAMILY, QUALIFIER, Bytes.toBytes(Integer.toString(n))));
    }
    try (Table table = connection.getTable(name)) {
      table.put(puts);
    }
  }

  /** docs/FORMAT.md, "Row keys", ORDERED. */
  private static byte[] rowKey(int n) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(n ^ Integer.MIN_VALUE).array();
  }
}
