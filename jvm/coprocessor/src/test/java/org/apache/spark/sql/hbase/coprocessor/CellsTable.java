package org.apache.spark.sql.hbase.coprocessor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.apache.spark.sql.hbase.wire.ArrowBatch;
import org.apache.spark.sql.hbase.wire.ArrowColumn;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.FrameStatistics;
import org.apache.spark.sql.hbase.wire.proto.KeyPart;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.Project;
import org.apache.spark.sql.hbase.wire.proto.ScannerRows;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;
import org.apache.spark.sql.hbase.wire.proto.ValueCell;

/**
 * A table of raw bytes with the coprocessor: any row keys, the families {@code a} and {@code b}
 * with the qualifiers {@code x}, {@code y} and {@code z}. Reads it as a sub-plan and as an ordinary
 * scan.
 */
final class CellsTable {
  static final byte[] A = {'a'};
  static final byte[] B = {'b'};
  static final byte[][] QUALIFIERS = {{'x'}, {'y'}, {'z'}};

  private static final byte[][] FAMILIES = {A, B};
  private static final DataType BINARY = DataType.newBuilder().setKind(TypeKind.BINARY).build();
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final Connection connection;
  private final TableName name;

  /**
   * What a sub-plan gave.
   *
   * @param rows as {@link #scan} writes them
   * @param fromStoreFiles rows that did not come through the scanner
   * @param fromScanner the others, by reason
   */
  record Read(List<String> rows, long fromStoreFiles, Map<String, Long> fromScanner) {}

  private CellsTable(Connection connection, TableName name) {
    this.connection = connection;
    this.name = name;
  }

  /** One region, plain families. */
  static CellsTable create(Connection connection) throws IOException {
    return create(connection, Map.of(), family -> family);
  }

  static CellsTable create(
      Connection connection,
      Map<ServerSetting, String> settings,
      UnaryOperator<ColumnFamilyDescriptorBuilder> families)
      throws IOException {
    TableName name = TableName.valueOf("cells" + NUMBER.incrementAndGet());
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name)
            .setCoprocessor(
                CoprocessorDescriptorBuilder.newBuilder(SparkSQLRegionObserver.class.getName())
                    .build());
    for (byte[] family : FAMILIES) {
      table.setColumnFamily(
          families.apply(ColumnFamilyDescriptorBuilder.newBuilder(family)).build());
    }
    settings.forEach((setting, value) -> table.setValue(setting.key(), value));
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(table.build());
    }
    return new CellsTable(connection, name);
  }

  TableName name() {
    return name;
  }

  /** The n-th row key: four digits, so that keys sort as numbers. */
  static byte[] key(int n) {
    return Bytes.toBytes(String.format("row%04d", n));
  }

  /** Writes {@code a:x}, {@code a:y} and {@code b:x} of the rows {@code from} to {@code to - 1}. */
  CellsTable load(int from, int to, String value) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int n = from; n < to; n++) {
      puts.add(
          new Put(key(n))
              .addColumn(A, QUALIFIERS[0], Bytes.toBytes(value + n))
              .addColumn(A, QUALIFIERS[1], Bytes.toBytes(value + "y" + n))
              .addColumn(B, QUALIFIERS[0], Bytes.toBytes(value + "b" + n)));
    }
    return write(puts);
  }

  CellsTable write(List<? extends Mutation> mutations) throws IOException {
    try (Table table = connection.getTable(name)) {
      table.batch(mutations, new Object[mutations.size()]);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    return this;
  }

  CellsTable write(Mutation mutation) throws IOException {
    return write(List.of(mutation));
  }

  CellsTable flush() throws IOException {
    for (HRegion region : regions()) {
      region.flush(true);
    }
    return this;
  }

  /** Writes what is in memory, then makes one file of all files of each store. */
  CellsTable compact() throws IOException {
    flush();
    for (HRegion region : regions()) {
      region.compact(true);
    }
    return this;
  }

  /** The file of {@code n} rows from {@code from} on, each with {@code a:x}, loaded as a whole. */
  CellsTable bulkLoad(int from, int n, String value) throws IOException {
    Configuration conf = SharedCluster.get().configuration();
    Path folder = new Path(conf.get("hbase.rootdir"), "staged-" + name + NUMBER.incrementAndGet());
    StoreFileWriter writer =
        new StoreFileWriter.Builder(conf, new CacheConfig(conf), folder.getFileSystem(conf))
            .withOutputDir(new Path(folder, Bytes.toString(A)))
            .withFileContext(new HFileContextBuilder().build())
            .build();
    long now = System.currentTimeMillis();
    for (int i = from; i < from + n; i++) {
      writer.append(new KeyValue(key(i), A, QUALIFIERS[0], now, Bytes.toBytes(value + i)));
    }
    writer.appendFileInfo(HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(now));
    writer.close();
    BulkLoadHFiles.create(conf).bulkLoad(name, folder);
    return this;
  }

  /** The open regions, in the region servers of this JVM. */
  List<HRegion> regions() {
    List<HRegion> regions = new ArrayList<>();
    for (RegionServerThread server : SharedCluster.get().servers().getLiveRegionServers()) {
      regions.addAll(
          server.getRegionServer().getRegions(name).stream().map(HRegion.class::cast).toList());
    }
    return regions;
  }

  /** What a plain client sees: a line per row, with the columns of {@link #plan}. */
  List<String> scan(Scan scan) throws IOException {
    List<String> rows = new ArrayList<>();
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        StringBuilder row = new StringBuilder(Bytes.toStringBinary(result.getRow()));
        for (byte[] family : FAMILIES) {
          for (byte[] qualifier : QUALIFIERS) {
            row.append(' ').append(text(result.getValue(family, qualifier)));
          }
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }

  /** The rows of a sub-plan, which must be those of a plain scan. */
  Read readAsScanned(Scan scan) throws IOException {
    List<String> expected = scan(new Scan(scan));
    Read read = read(new Scan(scan));
    assertEquals(String.join("\n", expected), String.join("\n", read.rows()));
    return read;
  }

  /** The same rows by a sub-plan. */
  Read read(Scan scan) throws IOException {
    return read(FrameScan.all(connection, name, plan(), scan));
  }

  /** The rows of one region as its server sees them, whose client cannot choose a read point. */
  Read readInServer(HRegion region, Scan scan) throws IOException {
    FrameScan.withPlan(scan, plan().toByteArray());
    region.getCoprocessorHost().preScannerOpen(scan);
    List<ResultFrame> frames = new ArrayList<>();
    try (RegionScanner scanner =
        region.getCoprocessorHost().postScannerOpen(scan, region.getScanner(scan))) {
      boolean more = true;
      while (more) {
        List<Cell> cells = new ArrayList<>();
        more = scanner.next(cells);
        for (Cell cell : cells) {
          frames.add(ResultFrame.decode(CellUtil.cloneValue(cell)));
        }
      }
    }
    return read(frames);
  }

  static Read read(List<ResultFrame> frames) {
    List<String> rows = new ArrayList<>();
    Map<String, Long> fromScanner = new TreeMap<>();
    long fromStoreFiles = 0;
    for (ResultFrame frame : frames) {
      ArrowBatch batch = frame.batch();
      for (int i = 0; i < batch.rowCount(); i++) {
        rows.add(row(batch, i));
      }
      FrameStatistics statistics = frame.header().getStatistics();
      fromStoreFiles += statistics.getRowsFromStoreFiles();
      for (ScannerRows reason : statistics.getScannerRowsList()) {
        fromScanner.merge(reason.getReason(), reason.getRows(), Long::sum);
      }
    }
    return new Read(rows, fromStoreFiles, fromScanner);
  }

  private static String row(ArrowBatch batch, int i) {
    StringBuilder row = new StringBuilder();
    for (ArrowColumn column : batch.columns()) {
      byte[] value = column.isNull(i) ? null : column.getBytes(i);
      row.append(row.isEmpty() ? Bytes.toStringBinary(value) : " " + text(value));
    }
    return row.toString();
  }

  /** Values are long in some tests. */
  private static String text(byte[] value) {
    if (value == null) {
      return "-";
    }
    return value.length > 100
        ? value.length + "#" + Bytes.hashCode(value)
        : "'" + Bytes.toStringBinary(value) + "'";
  }

  /** {@code SELECT key, a:x, a:y, a:z, b:x, b:y, b:z}. */
  SubPlan plan() {
    TableLayout.Builder table = TableLayout.newBuilder().setName(name.getNameAsString());
    Project.Builder project = Project.newBuilder().addExpressions(Plans.column(0, BINARY));
    table.addColumns(
        Column.newBuilder()
            .setName("k")
            .setType(BINARY)
            .setKey(KeyPart.newBuilder().setEncoding(Encoding.ORDERED)));
    for (byte[] family : FAMILIES) {
      table.addFamilies(ByteString.copyFrom(family));
      for (byte[] qualifier : QUALIFIERS) {
        project.addExpressions(Plans.column(table.getColumnsCount(), BINARY));
        table.addColumns(
            Column.newBuilder()
                .setName(Bytes.toString(family) + Bytes.toString(qualifier))
                .setType(BINARY)
                .setNullable(true)
                .setCell(
                    ValueCell.newBuilder()
                        .setFamily(ByteString.copyFrom(family))
                        .setQualifier(ByteString.copyFrom(qualifier))
                        .setEncoding(Encoding.ORDERED)));
      }
    }
    return SubPlan.newBuilder()
        .setFormatVersion(1)
        .setTable(table)
        .addOperators(Operator.newBuilder().setProject(project))
        .build();
  }
}
