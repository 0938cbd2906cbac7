package org.apache.spark.sql.hbase.client.admin;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The table on which a jar is tried before users' tables see it: {@link #ROWS_PER_REGION} rows in
 * each region, of an ordered INT key. Each family has the same number as text in its column {@code
 * n}, and an encoding of its own. The blocks of each encoding are walked in another way.
 */
final class Canary {
  static final int ROWS_PER_REGION = 10;

  private static final Map<String, DataBlockEncoding> FAMILIES =
      new TreeMap<>(
          Map.of(
              "d", DataBlockEncoding.NONE,
              "e", DataBlockEncoding.ROW_INDEX_V1,
              "f", DataBlockEncoding.FAST_DIFF));

  private static final byte[] QUALIFIER = {'n'};

  private Canary() {}

  static TableDescriptor descriptor(TableName name, String jar) throws IOException {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name);
    FAMILIES.forEach(
        (family, encoding) ->
            table.setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family))
                    .setDataBlockEncoding(encoding)
                    .build()));
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

  /**
   * Writes all rows, or writes them again.
   *
   * @param areAllOdd each row has an odd number; else every second one
   */
  static void fill(Connection connection, TableName name, int regions, boolean areAllOdd)
      throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int n = 0; n < regions * ROWS_PER_REGION; n++) {
      byte[] value = Bytes.toBytes(Integer.toString(areAllOdd ? 2 * n + 1 : n));
      Put put = new Put(rowKey(n));
      FAMILIES.keySet().forEach(family -> put.addColumn(Bytes.toBytes(family), QUALIFIER, value));
      puts.add(put);
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
