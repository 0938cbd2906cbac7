package org.apache.spark.sql.hbase.client.bench;

import java.io.IOException;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.client.admin.TableCoprocessor;
import org.apache.spark.sql.hbase.embedded.EmbeddedCluster;
import org.apache.spark.sql.hbase.embedded.EmbeddedOptions;

/**
 * Makes the table of a benchmark: one region, one compacted store file, no encoding, no
 * compression.
 */
final class BulkTable {
  private BulkTable() {}

  /** A program that measures the table; {@code storeFileBytes} is its size. */
  interface Program {
    void run(Connection connection, long storeFileBytes) throws IOException;
  }

  /** A table and what measures it. */
  record Stage(TableName name, Layout layout, Program program) {}

  /**
   * Runs a program over a table of so many rows, and ends this JVM. The HBase is its own and holds
   * all blocks in its cache.
   */
  static void run(TableName name, Layout layout, long rows, Program program) throws Exception {
    run(rows, List.of(new Stage(name, layout, program)));
  }

  /** Runs the measurements of several tables, one after the other; no table moves. */
  static void run(long rows, List<Stage> stages) throws Exception {
    EmbeddedOptions options =
        EmbeddedOptions.defaults()
            .withSetting("hfile.block.cache.size", "0.6")
            // Else count(*) takes from memory how many rows there are, and no row is read.
            .withSetting("hbase.sparksql.zone.maps.fraction", "0")
            // Else the third query of some columns decodes none of their values.
            .withSetting("hbase.sparksql.column.memory.fraction", "0")
            .withSetting("hbase.regionserver.global.memstore.size", "0.1");
    try (EmbeddedCluster cluster = EmbeddedCluster.start(options);
        Connection connection = cluster.connect()) {
      for (Stage stage : stages) {
        create(connection, stage.name, stage.layout);
        long bytes = load(cluster.configuration(), stage.name, stage.layout, rows);
        stage.program.run(connection, bytes);
      }
    }
    // HBase leaves threads behind.
    System.exit(0);
  }

  private static void create(Connection connection, TableName name, Layout layout)
      throws IOException {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Layout.FAMILY)
                    .setMaxVersions(1)
                    .setDataBlockEncoding(layout.encoding())
                    .build())
            .setCoprocessor(
                CoprocessorDescriptorBuilder.newBuilder(TableCoprocessor.CLASS_NAME).build())
            .setCoprocessor(
                CoprocessorDescriptorBuilder.newBuilder(MeterObserver.class.getName())
                    .setPriority(Integer.MAX_VALUE - 1)
                    .build());
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(table.build());
    }
  }

  /** Writes the rows as a store file and hands it to the table; returns its size in bytes. */
  private static long load(Configuration conf, TableName name, Layout layout, long rows)
      throws IOException {
    Path folder = new Path(conf.get("hbase.rootdir"), "staged-" + name.getNameAsString());
    FileSystem files = folder.getFileSystem(conf);
    StoreFileWriter writer =
        new StoreFileWriter.Builder(conf, new CacheConfig(conf), files)
            .withOutputDir(new Path(folder, Bytes.toString(Layout.FAMILY)))
            .withFileContext(
                new HFileContextBuilder().withDataBlockEncoding(layout.encoding()).build())
            .build();
    layout.writeAll(rows, new Layout.CellWriter(writer::append));
    writer.appendFileInfo(HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(System.currentTimeMillis()));
    writer.appendFileInfo(HStoreFile.MAJOR_COMPACTION_KEY, Bytes.toBytes(true));
    writer.appendTrackedTimestampsToMetadata();
    writer.close();
    long bytes = files.getFileStatus(writer.getPath()).getLen();
    BulkLoadHFiles.create(conf).bulkLoad(name, folder);
    return bytes;
  }

  /** Writes each {@code step}-th row again as it is. */
  static void writeAgain(Connection connection, TableName name, Layout layout, long rows, int step)
      throws IOException {
    change(
        connection,
        name,
        LongStream.iterate(0, row -> row < rows, row -> row + step),
        row -> {
          Put put = new Put(layout.hbaseRow(row));
          layout.write(row, Layout.CellWriter.again(put::add));
          return put;
        });
  }

  /**
   * Deletes each {@code step}-th row, of those that are not written again.
   *
   * @return how many
   */
  static long deleteSome(Connection connection, TableName name, Layout layout, long rows, int step)
      throws IOException {
    return change(
        connection,
        name,
        LongStream.iterate(step / 2, row -> row < rows, row -> row + step),
        row -> new Delete(layout.hbaseRow(row)));
  }

  /** The change of a row. */
  private interface Change {
    Mutation of(long row) throws IOException;
  }

  private static long change(Connection connection, TableName name, LongStream rows, Change change)
      throws IOException {
    long changed = 0;
    try (BufferedMutator table = connection.getBufferedMutator(name)) {
      for (PrimitiveIterator.OfLong i = rows.iterator(); i.hasNext(); changed++) {
        table.mutate(change.of(i.nextLong()));
      }
    }
    return changed;
  }

  /** Makes a store file of what was written. */
  static void flush(Connection connection, TableName name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.flush(name);
    }
  }
}
