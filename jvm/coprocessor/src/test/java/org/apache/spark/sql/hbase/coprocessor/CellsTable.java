package org.apache.spark.sql.hbase.coprocessor;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
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
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedWriter;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.wire.ArrowBatch;
import org.apache.spark.sql.hbase.wire.ArrowColumn;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.FrameStatistics;
import org.apache.spark.sql.hbase.wire.proto.KeyPart;
import org.apache.spark.sql.hbase.wire.proto.Literal;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.PackedCell;
import org.apache.spark.sql.hbase.wire.proto.PackedField;
import org.apache.spark.sql.hbase.wire.proto.Project;
import org.apache.spark.sql.hbase.wire.proto.ScannerRows;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;
import org.apache.spark.sql.hbase.wire.proto.ValueCell;

/**
 * A table of raw bytes with the coprocessor: any row keys, the families {@code a} and {@code b}
 * with the qualifiers {@code x}, {@code y} and {@code z}, and behind them {@code zz}, a number by
 * which rows can be filtered. Reads it as a sub-plan and as an ordinary scan.
 *
 * <p>Values of {@code x} and {@code y} are stored as packed cells of one field each, so that the
 * same rows can be read in layout {@code columns}, the stored bytes, and in layout {@code packed},
 * their field. {@code z} is stored as it is, also with no byte at all.
 */
final class CellsTable {
  static final byte[] A = {'a'};
  static final byte[] B = {'b'};
  static final byte[][] QUALIFIERS = {{'x'}, {'y'}, {'z'}};

  /** Of a BIGINT as HBase writes it. */
  static final byte[] NUMBER = {'z', 'z'};

  /** How a sub-plan sees the values. */
  enum Layout {
    COLUMNS,
    PACKED
  }

  private static final byte[][] FAMILIES = {A, B};
  private static final int PACKED_QUALIFIERS = 2;
  private static final int PACKED_HEADER_BYTES = packed(new byte[0]).length;
  private static final DataType BINARY = DataType.newBuilder().setKind(TypeKind.BINARY).build();
  private static final AtomicInteger UNIQUE = new AtomicInteger();

  private final Connection connection;
  private final TableName name;

  /**
   * What a sub-plan gave.
   *
   * @param rows as {@link #scan} writes them
   * @param fromStoreFiles rows that did not come through the scanner
   * @param fromScanner the others, by reason
   * @param blocks of store files that were read
   * @param skippedBlocks of store files that were not
   */
  record Read(
      List<String> rows,
      long fromStoreFiles,
      Map<String, Long> fromScanner,
      long blocks,
      long skippedBlocks) {}

  private CellsTable(Connection connection, TableName name) {
    this.connection = connection;
    this.name = name;
  }

  /** One region, plain families. */
  static CellsTable create(Connection connection) throws IOException {
    return create(connection, Map.of(), family -> family);
  }

  /** One region. */
  static CellsTable create(
      Connection connection,
      Map<ServerSetting, String> settings,
      UnaryOperator<ColumnFamilyDescriptorBuilder> families)
      throws IOException {
    return create(connection, settings, families, table -> table);
  }

  static CellsTable create(
      Connection connection,
      Map<ServerSetting, String> settings,
      UnaryOperator<ColumnFamilyDescriptorBuilder> families,
      UnaryOperator<TableDescriptorBuilder> tables)
      throws IOException {
    TableName name = TableName.valueOf("cells" + UNIQUE.incrementAndGet());
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name)
            // HBase compacts by itself after a bulk load; only the test's steps change its files.
            .setCompactionEnabled(false)
            .setCoprocessor(
                CoprocessorDescriptorBuilder.newBuilder(SparkSQLRegionObserver.class.getName())
                    .build());
    for (byte[] family : FAMILIES) {
      table.setColumnFamily(
          families.apply(ColumnFamilyDescriptorBuilder.newBuilder(family)).build());
    }
    settings.forEach((setting, value) -> table.setValue(setting.key(), value));
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(tables.apply(table).build());
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

  /**
   * Writes a number and {@code a:x}, of some length, in the rows {@code from} to {@code to - 1};
   * the number is that of the row.
   */
  CellsTable loadNumbers(int from, int to, byte[] family, int length) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int n = from; n < to; n++) {
      puts.add(number(n, family, n).addColumn(A, QUALIFIERS[0], new byte[length]));
    }
    return write(puts);
  }

  static Put number(int row, byte[] family, long number) {
    return new Put(key(row)).addColumn(family, NUMBER, Bytes.toBytes(number));
  }

  CellsTable write(List<? extends Mutation> mutations) throws IOException {
    List<Mutation> stored = new ArrayList<>();
    for (Mutation mutation : mutations) {
      stored.add(mutation instanceof Put ? stored((Put) mutation) : mutation);
    }
    try (Table table = connection.getTable(name)) {
      table.batch(stored, new Object[stored.size()]);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    return this;
  }

  CellsTable write(Mutation mutation) throws IOException {
    return write(List.of(mutation));
  }

  private static Put stored(Put put) {
    Put stored = new Put(put);
    stored.getFamilyCellMap().values().forEach(cells -> cells.replaceAll(CellsTable::stored));
    return stored;
  }

  private static Cell stored(Cell cell) {
    byte[] qualifier = CellUtil.cloneQualifier(cell);
    return isPacked(qualifier)
        ? new KeyValue(
            CellUtil.cloneRow(cell),
            CellUtil.cloneFamily(cell),
            qualifier,
            cell.getTimestamp(),
            packed(CellUtil.cloneValue(cell)))
        : cell;
  }

  private static boolean isPacked(byte[] qualifier) {
    return Arrays.stream(QUALIFIERS)
        .limit(PACKED_QUALIFIERS)
        .anyMatch(packed -> Arrays.equals(packed, qualifier));
  }

  private static byte[] packed(byte[] value) {
    PackedWriter writer = new PackedCodec(List.of(SqlType.BINARY)).newWriter();
    writer.putBytes(value, 0, value.length);
    return writer.toByteArray();
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
    return bulkLoad(from, n, value, Map.of());
  }

  /**
   * @param facts that the file says of itself
   */
  CellsTable bulkLoad(int from, int n, String value, Map<byte[], byte[]> facts) throws IOException {
    Configuration conf = SharedCluster.get().configuration();
    Path folder = new Path(conf.get("hbase.rootdir"), "staged-" + name + UNIQUE.incrementAndGet());
    StoreFileWriter writer =
        new StoreFileWriter.Builder(conf, new CacheConfig(conf), folder.getFileSystem(conf))
            .withOutputDir(new Path(folder, Bytes.toString(A)))
            .withFileContext(new HFileContextBuilder().build())
            .build();
    long now = System.currentTimeMillis();
    for (int i = from; i < from + n; i++) {
      byte[] stored = packed(Bytes.toBytes(value + i));
      writer.append(new KeyValue(key(i), A, QUALIFIERS[0], now, stored));
    }
    for (Map.Entry<byte[], byte[]> fact : facts.entrySet()) {
      writer.appendFileInfo(fact.getKey(), fact.getValue());
    }
    writer.appendFileInfo(HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(now));
    writer.close();
    BulkLoadHFiles.create(conf).bulkLoad(name, folder);
    return this;
  }

  /** Moves the only region to another server. */
  void move() throws IOException {
    try (Admin admin = connection.getAdmin();
        RegionLocator locator = connection.getRegionLocator(name)) {
      RegionInfo region = admin.getRegions(name).get(0);
      ServerName here = locator.getRegionLocation(region.getStartKey(), true).getServerName();
      ServerName there =
          admin.getRegionServers().stream()
              .filter(server -> !server.equals(here))
              .findFirst()
              .orElseThrow();
      admin.move(region.getEncodedNameAsBytes(), there);
    }
  }

  /** Another table that shares the files of this one. */
  CellsTable newClone() throws IOException {
    TableName clone = TableName.valueOf("clone" + UNIQUE.incrementAndGet());
    try (Admin admin = connection.getAdmin()) {
      String snapshot = "snapshot_of_" + name;
      admin.snapshot(snapshot, name);
      admin.cloneSnapshot(snapshot, clone);
      admin.deleteSnapshot(snapshot);
    }
    return new CellsTable(connection, clone);
  }

  /** Of both families, whatever they hold already; the region is opened again. */
  void setTimeToLive(int seconds) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(admin.getDescriptor(name));
      for (byte[] family : FAMILIES) {
        table.modifyColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(family).setTimeToLive(seconds).build());
      }
      admin.modifyTable(table.build());
    }
  }

  /** Closes the only region, and returns when no server has it any more. */
  void closeRegion() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.unassign(admin.getRegions(name).get(0).getRegionName());
    }
  }

  void openRegion() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.assign(admin.getRegions(name).get(0).getRegionName());
    }
  }

  /** The open regions, in the region servers of this JVM, without secondary replicas. */
  List<HRegion> regions() {
    return replicas(RegionInfo.DEFAULT_REPLICA_ID);
  }

  /** The open regions that are the replica of this number. */
  List<HRegion> replicas(int id) {
    List<HRegion> regions = new ArrayList<>();
    for (RegionServerThread server : SharedCluster.get().servers().getLiveRegionServers()) {
      for (HRegion region : server.getRegionServer().getRegions(name)) {
        if (region.getRegionInfo().getReplicaId() == id) {
          regions.add(region);
        }
      }
    }
    return regions;
  }

  /** What a plain client sees: a line per row, with the columns of {@link #plan}. */
  List<String> scan(Scan scan) throws IOException {
    return scan(scan, Layout.COLUMNS);
  }

  /** The same as a sub-plan in this layout sees it. */
  List<String> scan(Scan scan, Layout layout) throws IOException {
    return results(scan).stream().map(result -> row(result, layout)).toList();
  }

  private List<Result> results(Scan scan) throws IOException {
    List<Result> results = new ArrayList<>();
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(scan)) {
      scanner.forEach(results::add);
    }
    return results;
  }

  /** The same of one region as its server sees it, without a client that tries again. */
  static List<String> scanInServer(HRegion region, Scan scan) throws IOException {
    List<String> rows = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(scan)) {
      boolean more = true;
      while (more) {
        List<Cell> cells = new ArrayList<>();
        more = scanner.next(cells);
        if (!cells.isEmpty()) {
          rows.add(row(Result.create(cells), Layout.COLUMNS));
        }
      }
    }
    return rows;
  }

  private static String row(Result result, Layout layout) {
    StringBuilder row = new StringBuilder(Bytes.toStringBinary(result.getRow()));
    for (byte[] family : FAMILIES) {
      for (byte[] qualifier : QUALIFIERS) {
        byte[] value = result.getValue(family, qualifier);
        boolean isField = value != null && layout == Layout.PACKED && isPacked(qualifier);
        row.append(' ')
            .append(
                text(
                    isField
                        ? Arrays.copyOfRange(value, PACKED_HEADER_BYTES, value.length)
                        : value));
      }
    }
    return row.toString();
  }

  /**
   * The rows of a sub-plan, in either layout, which must be those of a plain scan and must come
   * from the same sources.
   *
   * @return the read in layout columns
   */
  Read readAsScanned(Scan scan) throws IOException {
    List<Result> expected = results(new Scan(scan));
    Read read = readAs(expected, Layout.COLUMNS, plan(), scan);
    Read packed = readAs(expected, Layout.PACKED, plan(Layout.PACKED), scan);
    if (!read.fromScanner().containsKey("FORCED") && !packed.fromScanner().containsKey("FORCED")) {
      assertEquals(read.fromScanner(), packed.fromScanner());
      assertEquals(read.fromStoreFiles(), packed.fromStoreFiles());
    }
    return read;
  }

  /** The same for the rows whose number is in the range; what was learned changes the sources. */
  Read readAsScanned(Scan scan, NumberCondition range) throws IOException {
    List<Result> expected = results(new Scan(scan)).stream().filter(range::accepts).toList();
    Read read = readAs(expected, Layout.COLUMNS, plan(range), scan);
    readAs(expected, Layout.PACKED, plan(layout(Layout.PACKED), range), scan);
    return read;
  }

  private Read readAs(List<Result> expected, Layout layout, SubPlan plan, Scan scan)
      throws IOException {
    Read read = read(FrameScan.all(connection, name, plan, new Scan(scan)));
    assertEquals(
        expected.stream().map(result -> row(result, layout)).collect(joining("\n")),
        String.join("\n", read.rows()));
    return read;
  }

  Read read(Scan scan, NumberCondition range) throws IOException {
    return read(FrameScan.all(connection, name, plan(range), scan));
  }

  /** Counts the rows of the first family by a sub-plan; a plain scan must find as many. */
  Read countAsScanned(Scan scan) throws IOException {
    Scan counted = new Scan(scan).addFamily(A);
    long expected = scan(new Scan(counted)).size();
    List<ResultFrame> frames = FrameScan.all(connection, name, countPlan(), counted);
    assertEquals(expected, FrameScan.sum(frames, 0));
    assertEquals(expected, FrameScan.rowsScanned(frames));
    return read(frames, false);
  }

  /** {@code SELECT count(*)} of the first family. */
  SubPlan countPlan() {
    return Plans.count(layoutOfA());
  }

  /** {@code SELECT 1} of the first family. */
  SubPlan onesPlan() {
    Expression one =
        Expression.newBuilder()
            .setType(Plans.BIGINT)
            .setLiteral(Literal.newBuilder().setInteger(1))
            .build();
    return SubPlan.newBuilder()
        .setFormatVersion(1)
        .setTable(layoutOfA())
        .addOperators(Operator.newBuilder().setProject(Project.newBuilder().addExpressions(one)))
        .build();
  }

  private TableLayout layoutOfA() {
    TableLayout all = layout(Layout.COLUMNS).build();
    return all.toBuilder()
        .clearFamilies()
        .addFamilies(ByteString.copyFrom(A))
        .clearColumns()
        .addAllColumns(all.getColumnsList().subList(0, 1 + QUALIFIERS.length))
        .build();
  }

  /** The same rows by a sub-plan. */
  Read read(Scan scan) throws IOException {
    return read(FrameScan.all(connection, name, plan(), scan));
  }

  /** The rows of one region as its server sees them, whose client cannot choose a read point. */
  Read readInServer(HRegion region, Scan scan) throws IOException {
    return readInServer(region, scan, plan());
  }

  /** The same of one region as its server sees it. */
  long countInServer(HRegion region, Scan scan) throws IOException {
    return FrameScan.sum(framesInServer(region, scan, countPlan(), () -> {}), 0);
  }

  Read readInServer(HRegion region, Scan scan, SubPlan plan) throws IOException {
    return readInServer(region, scan, plan, () -> {});
  }

  /** Something that happens to a region. */
  interface Change {
    void happen() throws IOException;
  }

  /**
   * @param change happens when HBase's scanner is open and the files are not
   */
  Read readInServer(HRegion region, Scan scan, SubPlan plan, Change change) throws IOException {
    return read(framesInServer(region, scan, plan, change));
  }

  private static List<ResultFrame> framesInServer(
      HRegion region, Scan scan, SubPlan plan, Change change) throws IOException {
    List<ResultFrame> frames = new ArrayList<>();
    try (RegionScanner scanner = openInServer(region, scan, plan, change)) {
      boolean more = true;
      while (more) {
        List<Cell> cells = new ArrayList<>();
        more = scanner.next(cells);
        for (Cell cell : cells) {
          frames.add(ResultFrame.decode(CellUtil.cloneValue(cell)));
        }
      }
    }
    return frames;
  }

  /**
   * Opens the scanner of a sub-plan as the server of the region does.
   *
   * @param change happens when HBase's scanner is open and the files are not
   */
  static RegionScanner openInServer(HRegion region, Scan scan, SubPlan plan, Change change)
      throws IOException {
    FrameScan.withPlan(scan, plan.toByteArray());
    region.getCoprocessorHost().preScannerOpen(scan);
    RegionScanner inner = region.getScanner(scan);
    try {
      change.happen();
      return region.getCoprocessorHost().postScannerOpen(scan, inner);
    } catch (Throwable e) {
      inner.close();
      throw e;
    }
  }

  static Read read(List<ResultFrame> frames) {
    return read(frames, true);
  }

  private static Read read(List<ResultFrame> frames, boolean withRows) {
    List<String> rows = new ArrayList<>();
    Map<String, Long> fromScanner = new TreeMap<>();
    long fromStoreFiles = 0;
    long blocks = 0;
    long skippedBlocks = 0;
    for (ResultFrame frame : frames) {
      ArrowBatch batch = frame.batch();
      for (int i = 0; withRows && i < batch.rowCount(); i++) {
        rows.add(row(batch, i));
      }
      FrameStatistics statistics = frame.header().getStatistics();
      fromStoreFiles += statistics.getRowsFromStoreFiles();
      blocks += statistics.getStoreFileBlocks();
      skippedBlocks += statistics.getStoreFileBlocksSkipped();
      for (ScannerRows reason : statistics.getScannerRowsList()) {
        fromScanner.merge(reason.getReason(), reason.getRows(), Long::sum);
      }
    }
    return new Read(rows, fromStoreFiles, fromScanner, blocks, skippedBlocks);
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
    return plan(Layout.COLUMNS);
  }

  SubPlan plan(Layout layout) {
    return plan(layout(layout)).build();
  }

  /** The same {@code WHERE} the number of a family is in the range. */
  SubPlan plan(NumberCondition range) {
    return plan(layout(Layout.COLUMNS), range);
  }

  private static SubPlan plan(TableLayout.Builder table, NumberCondition range) {
    Operator filter = range.filter(table.getColumnsCount());
    table.addColumns(
        column("number", Plans.BIGINT).setCell(cell(range.family(), NUMBER, Encoding.HBASE)));
    return plan(table).addOperators(0, filter).build();
  }

  private static SubPlan.Builder plan(TableLayout.Builder table) {
    Project.Builder project = Project.newBuilder();
    for (int i = 0; i <= FAMILIES.length * QUALIFIERS.length; i++) {
      project.addExpressions(Plans.column(i, BINARY));
    }
    return SubPlan.newBuilder()
        .setFormatVersion(1)
        .setTable(table)
        .addOperators(Operator.newBuilder().setProject(project));
  }

  private TableLayout.Builder layout(Layout layout) {
    TableLayout.Builder table = TableLayout.newBuilder().setName(name.getNameAsString());
    table.addColumns(
        Column.newBuilder()
            .setName("k")
            .setType(BINARY)
            .setKey(KeyPart.newBuilder().setEncoding(Encoding.ORDERED)));
    for (byte[] family : FAMILIES) {
      table.addFamilies(ByteString.copyFrom(family));
      for (byte[] qualifier : QUALIFIERS) {
        Column.Builder column = column(Bytes.toString(family) + Bytes.toString(qualifier), BINARY);
        if (layout == Layout.PACKED && isPacked(qualifier)) {
          column.setPacked(PackedField.newBuilder().setCell(table.getPackedCellsCount()));
          table.addPackedCells(
              PackedCell.newBuilder()
                  .setFamily(ByteString.copyFrom(family))
                  .setQualifier(ByteString.copyFrom(qualifier))
                  .addFields(BINARY));
        } else {
          column.setCell(cell(family, qualifier, Encoding.ORDERED));
        }
        table.addColumns(column);
      }
    }
    return table;
  }

  private static Column.Builder column(String name, DataType type) {
    return Column.newBuilder().setName(name).setType(type).setNullable(true);
  }

  private static ValueCell.Builder cell(byte[] family, byte[] qualifier, Encoding encoding) {
    return ValueCell.newBuilder()
        .setFamily(ByteString.copyFrom(family))
        .setQualifier(ByteString.copyFrom(qualifier))
        .setEncoding(encoding);
  }
}
