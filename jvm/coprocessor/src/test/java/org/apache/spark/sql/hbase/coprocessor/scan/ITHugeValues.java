package org.apache.spark.sql.hbase.coprocessor.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.codec.ValueCodecs;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.coprocessor.fixture.FrameScan;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumbersTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.Plans;
import org.apache.spark.sql.hbase.coprocessor.fixture.ScaledClusterTest;
import org.apache.spark.sql.hbase.coprocessor.server.ServerState;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.Test;

/**
 * Very many groups, group keys of a megabyte, a row of very many columns, and a cell of very many
 * bytes. Each answer is exact, or the server refuses the sub-plan. The server lives on.
 *
 * <p>{@code -Dhuge.scale=500} with {@code -Dtest.java.options=-Xmx2g} is the proof in full size:
 * 10,000,000 groups, 1,000 such keys, a row of 1,000,000 columns and a gigabyte, a cell of 200 MB.
 * {@code ./build.sh soak} runs it.
 */
class ITHugeValues extends ScaledClusterTest {
  private static final int SCALE = Integer.getInteger("huge.scale", 10);
  private static final int GROUPS = 20_000 * SCALE;
  private static final int LONG_KEYS = 2 * SCALE;
  private static final int COLUMNS = 2_000 * SCALE;
  private static final int CELL_BYTES = 400_000 * SCALE;

  private static final int LARGEST_IN_SHARED_CLUSTER = 20;

  private static final byte[] G = {'g'};
  private static final byte[] N = {'n'};

  ITHugeValues() {
    super(SCALE, LARGEST_IN_SHARED_CLUSTER);
  }

  @Test
  void asManyGroupsAsRows() throws Exception {
    NumbersTable table =
        load(
            rows -> {
              for (int k = 0; k < GROUPS; k++) {
                rows.add(k, G, new byte[] {'g'});
                rows.add(k, N, number(k));
              }
            });

    Answer answer = answer(table, Plans.countAndSumByN(table), 1).orElseThrow();

    assertEquals(new Answer(GROUPS, GROUPS, GROUPS * (GROUPS - 1L) / 2), answer);
  }

  @Test
  void groupKeysOfAMegabyte() throws Exception {
    NumbersTable table =
        load(
            rows -> {
              for (int k = 0; k < LONG_KEYS; k++) {
                rows.add(k, G, text(1 << 20, k));
                rows.add(k, N, number(k));
              }
            });

    Answer answer = answer(table, Plans.countAndSumByG(table), 1).orElseThrow();

    assertEquals(new Answer(LONG_KEYS, LONG_KEYS, LONG_KEYS * (LONG_KEYS - 1L) / 2), answer);
  }

  @Test
  void aRowOfVeryManyColumns() throws Exception {
    byte[] kilobyte = new byte[1 << 10];
    NumbersTable table =
        load(
            rows -> {
              rows.add(0, N, number(0));
              // Half of them before the columns of the table.
              for (int i = 0; i < COLUMNS / 2; i++) {
                rows.add(1, Bytes.toBytes(String.format("a%07d", i)), kilobyte);
              }
              rows.add(1, N, number(1));
              for (int i = 0; i < COLUMNS / 2; i++) {
                rows.add(1, Bytes.toBytes(String.format("z%07d", i)), kilobyte);
              }
              rows.add(2, N, number(2));
            });

    assertExactOrRefused(new Answer(1, 3, 3), answer(table, Plans.countAndSum(table), 0));
  }

  @Test
  void aCellOfVeryManyBytes() throws Exception {
    NumbersTable table =
        load(
            rows -> {
              for (int k = 0; k < 3; k++) {
                rows.add(k, G, text(k == 1 ? CELL_BYTES : 4, k));
                rows.add(k, N, number(k));
              }
            });

    assertExactOrRefused(new Answer(1, 3, 3), answer(table, Plans.countAndSum(table), 0));
    assertExactOrRefused(new Answer(3, 3, 3), answer(table, Plans.countAndSumByG(table), 1));
  }

  /**
   * The totals of an answer.
   *
   * @param groups rows of all frames
   */
  private record Answer(long groups, long count, long sum) {
    Answer plus(FrameScan frames, int countColumn) {
      var frame = List.of(frames.last());
      return new Answer(
          groups + FrameScan.rows(frame),
          count + FrameScan.sum(frame, countColumn),
          sum + FrameScan.sum(frame, countColumn + 1));
    }
  }

  private static void assertExactOrRefused(Answer exact, Optional<Answer> answer) {
    answer.ifPresent(found -> assertEquals(exact, found));
  }

  /** None if the server refused; then the client computes. */
  private Optional<Answer> answer(NumbersTable table, SubPlan plan, int countColumn)
      throws Exception {
    Answer answer = new Answer(0, 0, 0);
    boolean isRefused = false;
    try (FrameScan frames = FrameScan.open(connection, table.name(), plan, new Scan())) {
      while (frames.next()) {
        answer = answer.plus(frames, countColumn);
        assertTrue(memory().reservedBytes() <= memory().limitBytes());
      }
      frames.checkComplete();
    } catch (DoNotRetryIOException e) {
      ErrorCode code = RemoteError.find(e.getMessage()).orElseThrow(() -> e).code();
      assertEquals(ErrorCode.SERVER_OVERLOADED, code, e.getMessage());
      isRefused = true;
    }
    System.out.printf("%s %s%n", isRefused ? "refused behind" : "exact", answer);
    try (Table hbase = connection.getTable(table.name())) {
      assertTrue(hbase.exists(new Get(NumbersTable.rowKey(0)).addColumn(NumbersTable.FAMILY, N)));
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (memory().reservedBytes() > 0 && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertEquals(0, memory().reservedBytes());
    return isRefused ? Optional.empty() : Optional.of(answer);
  }

  private interface Rows {
    void addTo(Cells cells) throws IOException;
  }

  private interface Cells {
    void add(long k, byte[] qualifier, byte[] value) throws IOException;
  }

  /** A table whose rows are in one store file: HBase takes no such cells as puts. */
  private NumbersTable load(Rows rows) throws IOException {
    NumbersTable table = NumbersTable.create(connection, NumbersTable.Layout.COLUMNS, Map.of());
    Configuration conf = cluster.configuration();
    Path folder = new Path(conf.get("hbase.rootdir"), "staged-" + table.name());
    StoreFileWriter writer =
        new StoreFileWriter.Builder(conf, new CacheConfig(conf), folder.getFileSystem(conf))
            .withOutputDir(new Path(folder, Bytes.toString(NumbersTable.FAMILY)))
            .withFileContext(new HFileContextBuilder().build())
            .build();
    long now = System.currentTimeMillis();
    rows.addTo(
        (k, qualifier, value) ->
            writer.append(
                new KeyValue(NumbersTable.rowKey(k), NumbersTable.FAMILY, qualifier, now, value)));
    writer.appendFileInfo(HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(now));
    writer.close();
    BulkLoadHFiles.create(conf).bulkLoad(table.name(), folder);
    return table;
  }

  private static byte[] number(long value) {
    ByteBuilder bytes = new ByteBuilder();
    ValueCodecs.of(SqlType.BIGINT, ValueEncoding.ORDERED).encodeLong(value, bytes);
    return bytes.toByteArray();
  }

  /** Letters with a number of four digits at the end. */
  private static byte[] text(int length, long number) {
    byte[] text = new byte[length];
    Arrays.fill(text, (byte) 'x');
    byte[] end = String.format("%04d", number).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(end, 0, text, length - end.length, end.length);
    return text;
  }

  private static MemoryAccount memory() {
    return ServerState.current().memory();
  }
}
