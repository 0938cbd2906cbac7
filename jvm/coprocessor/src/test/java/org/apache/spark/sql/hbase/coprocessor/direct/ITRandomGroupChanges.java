package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.spark.sql.hbase.codec.chunk.ChunkCodec;
import org.apache.spark.sql.hbase.codec.chunk.ChunkWriter;
import org.apache.spark.sql.hbase.codec.chunk.GroupCell;
import org.apache.spark.sql.hbase.codec.chunk.GroupKey;
import org.apache.spark.sql.hbase.codec.chunk.OverlayCell;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedReader;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.ColumnMemoryBounds;
import org.apache.spark.sql.hbase.coprocessor.fixture.GroupsTable;
import org.apache.spark.sql.hbase.coprocessor.server.ServerSetting;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random loads of groups, overlay rows, removals of rows and of groups, flushes, compactions and
 * queries. Each query gives the rows of a model, straight from store files and through HBase's
 * scanner. {@code -Ddirect.seed} repeats a run, {@code -Ddirect.groupSteps} makes it longer; {@code
 * ./build.sh soak} does.
 */
class ITRandomGroupChanges extends ClusterTest {
  private static final int ROWS = 600;

  /** 32 values of the key are a group. */
  private static final int GROUP_BITS = 27;

  private static final int GROUP_ROWS = 32;
  private static final int STEPS = Integer.getInteger("direct.groupSteps", 150);
  private static final DataBlockEncoding[] ENCODINGS = {
    DataBlockEncoding.NONE,
    DataBlockEncoding.ROW_INDEX_V1,
    DataBlockEncoding.FAST_DIFF,
    DataBlockEncoding.DIFF
  };
  private static final List<SqlType> FIELDS = List.of(SqlType.BIGINT, SqlType.BINARY);
  private static final GroupKey GROUPS = new GroupKey(GROUP_BITS);

  @RegisterExtension final ColumnMemoryBounds memoryBounds = new ColumnMemoryBounds();

  private final long seed = Long.getLong("direct.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final Map<Integer, Stored> model = new TreeMap<>();
  private final Map<String, Long> fromScanner = new TreeMap<>();
  private long fromStoreFiles;
  private long fromMemory;
  private long nextLoad = 1;

  /** The time of the last write that was not late; no two writes have the same time. */
  private long now = 1_000_000;

  private final Set<Long> lateTimes = new HashSet<>();

  /** A delete marker hides what is written later with an earlier time: nothing is. */
  private long earliest = now;

  /** The values that count for a row key, and their time. */
  private record Stored(long time, Object[] values) {}

  /** Without rows of the forced share, columns are remembered. */
  @ParameterizedTest
  @ValueSource(strings = {"0.02", "0"})
  void everyQueryGivesTheRowsOfTheModel(String forcedShare) throws IOException {
    GroupsTable table =
        GroupsTable.create(
            connection,
            GROUP_BITS,
            Map.of(
                ServerSetting.DIRECT_FORCED_SHARE, forcedShare, ServerSetting.BATCH_MAX_ROWS, "64"),
            family ->
                family
                    .setMaxVersions(1 + random.nextInt(2))
                    .setBlocksize(1024 << random.nextInt(4))
                    .setDataBlockEncoding(ENCODINGS[random.nextInt(ENCODINGS.length)]));
    // Groups that are not there at first come in small files.
    for (int row = 0; row < ROWS; row += GROUP_ROWS) {
      if (random.nextInt(4) > 0) {
        table.write(load(row, Math.min(ROWS, row + GROUP_ROWS)));
      }
    }
    table.compact();
    for (int step = 0; step < STEPS; step++) {
      try {
        step(table);
      } catch (IOException | AssertionError e) {
        throw new AssertionError("-Ddirect.seed=" + seed + " at step " + step, e);
      }
    }
    System.out.println("counted: " + STEPS + " steps of a table in groups of rows");
    String sources = fromStoreFiles + " rows from files, " + fromMemory + ", " + fromScanner;
    assertTrue(fromStoreFiles > STEPS, sources);
    boolean isForced = !forcedShare.equals("0");
    assertEquals(isForced, fromScanner.containsKey("FORCED"), sources);
    assertTrue(isForced || fromMemory > STEPS, sources);
  }

  private void step(GroupsTable table) throws IOException {
    int kind = random.nextInt(100);
    if (kind < 35) {
      query(table);
    } else if (kind < 60) {
      table.write(some((row, time) -> model.put(row, new Stored(time, newValues(row)))));
    } else if (kind < 75) {
      table.write(some((row, time) -> model.put(row, new Stored(time, null))));
    } else if (kind < 80) {
      table.write(removalOfGroup(random.nextInt(ROWS)));
    } else if (kind < 86) {
      int from = random.nextInt(ROWS);
      table.write(load(from, Math.min(ROWS, from + 1 + random.nextInt(70))));
    } else if (kind < 93) {
      table.flush();
    } else if (kind < 96) {
      for (HRegion region : table.regions()) {
        region.compact(false);
      }
    } else {
      table.compact();
    }
  }

  private void query(GroupsTable table) throws IOException {
    FixtureTable expected = newFixture();
    model.forEach(
        (row, stored) -> {
          if (stored.values() != null) {
            expected.add(stored.values());
          }
        });
    int from = random.nextInt(ROWS);
    int to = from + random.nextInt(100);
    // The second time columns are remembered, and the third time they come from memory.
    for (int time = 0; time < 3; time++) {
      memoryBounds.sometimesChange(random);
      count(table.readAsPacked(expected));
      for (int column = 0; column < 2; column++) {
        count(table.readAsPacked(expected, between(expected, column, from, to)));
      }
      count(table.readAsPacked(expected, Plans.project(Plans.column(expected, 1))));
    }
  }

  private void count(GroupsTable.Read read) {
    fromStoreFiles += read.rowsFromStoreFiles();
    fromMemory += read.rowsFromMemory();
    read.fromScanner().forEach((reason, rows) -> fromScanner.merge(reason, rows, Long::sum));
  }

  private static Operator between(FixtureTable table, int column, int from, int to) {
    Expression value = Plans.column(table, column);
    SqlType type = table.columns().get(column).type();
    return Plans.filter(
        Plans.call(
            Function.AND,
            SqlType.BOOLEAN,
            Plans.call(
                Function.GREATER_THAN_OR_EQUAL, SqlType.BOOLEAN, value, Plans.integer(from, type)),
            Plans.call(
                Function.LESS_THAN_OR_EQUAL, SqlType.BOOLEAN, value, Plans.integer(to, type))));
  }

  private static FixtureTable newFixture() {
    return new FixtureTable(
        List.of(
            new FixtureColumn("k", SqlType.INT),
            new FixtureColumn("n", SqlType.BIGINT),
            new FixtureColumn("s", SqlType.BINARY)),
        1,
        FixtureTable.Layout.PACKED);
  }

  private Object[] newValues(int row) {
    Long number = random.nextInt(10) == 0 ? null : (long) (row + random.nextInt(20));
    return new Object[] {row, number, "text " + "x".repeat(random.nextInt(40))};
  }

  private static FixtureRow encoded(int row, Object[] values) {
    return newFixture().add(values == null ? new Object[] {row, null, null} : values).rows().get(0);
  }

  private static byte[] rowKey(int row) {
    return encoded(row, null).rowKey();
  }

  private static byte[] packed(int row, Object[] values) {
    return encoded(row, values).cells().get(0).value();
  }

  /** Overlay rows of what {@code change} makes of some near row keys. */
  private List<Mutation> some(BiConsumer<Integer, Long> change) {
    List<Mutation> puts = new ArrayList<>();
    int first = random.nextInt(ROWS);
    for (int row = first; row < Math.min(ROWS, first + 1 + random.nextInt(8)); row++) {
      change.accept(row, nextTime());
      Object[] values = model.get(row).values();
      byte[] cell =
          values == null ? OverlayCell.removed(now) : OverlayCell.row(now, packed(row, values));
      byte[] rowKey = rowKey(row);
      puts.add(
          new Put(GROUPS.of(rowKey))
              .addColumn(
                  FixtureTable.FAMILY, GroupCell.overlayQualifier(GROUPS, rowKey), now, cell));
    }
    return puts;
  }

  /** All that the group of a row has up to some time goes by a delete marker. */
  private List<Mutation> removalOfGroup(int row) {
    int first = row / GROUP_ROWS * GROUP_ROWS;
    long until = now - random.nextInt(20);
    for (int k = first; k < first + GROUP_ROWS; k++) {
      model.computeIfPresent(k, (key, stored) -> stored.time() <= until ? null : stored);
    }
    earliest = now;
    return List.of(new Delete(GROUPS.of(rowKey(row))).addFamily(FixtureTable.FAMILY, until));
  }

  /** Chunks of rows with new values, that are sometimes older than what is there. */
  private List<Mutation> load(int from, int to) {
    long id = nextLoad++;
    long time = newLoadTime();
    List<Mutation> puts = new ArrayList<>();
    PackedReader reader = new PackedCodec(FIELDS).newReader();
    for (int group = from / GROUP_ROWS; group <= (to - 1) / GROUP_ROWS; group++) {
      ChunkWriter writer = new ChunkCodec(FIELDS, GROUPS).newWriter();
      int end = Math.min(to, (group + 1) * GROUP_ROWS);
      for (int row = Math.max(from, group * GROUP_ROWS); row < end; row++) {
        Object[] values = newValues(row);
        byte[] bytes = packed(row, values);
        writer.startRow(rowKey(row));
        reader.bind(bytes, 0, bytes.length);
        for (int field = 0; field < FIELDS.size(); field++) {
          reader.read(field, writer);
        }
        model.merge(row, new Stored(time, values), (old, added) -> old.time() > time ? old : added);
      }
      puts.add(
          new Put(GROUPS.of(rowKey(group * GROUP_ROWS)))
              .addColumn(
                  FixtureTable.FAMILY,
                  GroupCell.chunkQualifier(id, 0),
                  time,
                  writer.toByteArray(time)));
    }
    return puts;
  }

  /** Odd for a load that comes late. */
  private long newLoadTime() {
    long late = now - 1 - 2 * random.nextInt(10);
    return late > earliest && lateTimes.add(late) ? late : nextTime();
  }

  private long nextTime() {
    now += 2;
    return now;
  }
}
