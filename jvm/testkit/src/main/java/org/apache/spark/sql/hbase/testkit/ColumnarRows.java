package org.apache.spark.sql.hbase.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.spark.sql.hbase.codec.chunk.ChunkCodec;
import org.apache.spark.sql.hbase.codec.chunk.ChunkWriter;
import org.apache.spark.sql.hbase.codec.chunk.GroupCell;
import org.apache.spark.sql.hbase.codec.chunk.GroupKey;
import org.apache.spark.sql.hbase.codec.chunk.OverlayCell;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedReader;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;

/**
 * The rows of a packed table as groups of a columnar one, after a random history that leaves these
 * rows. The history has several loads, overlay rows that are newer or older than they, and rows
 * that were removed. What does not count any more has the values of other rows.
 */
public final class ColumnarRows {
  private static final int LOADS = 3;
  private static final int TIMES = 3;
  private static final long FIRST_TIME = 1_000;
  private static final long REMOVED_AT = FIRST_TIME + TIMES;

  private final FixtureTable table;
  private final List<SqlType> fields;
  private final GroupKey groups;
  private final Random random;
  private final int loads;
  private final boolean hasOverlays;
  private final int maxChunkRows;
  private final long[] loadTimes = new long[LOADS];
  private final long[] loadIds = new long[LOADS];

  private ColumnarRows(
      FixtureTable table, int groupBits, Random random, int loads, boolean hasOverlays) {
    this.table = table;
    this.fields =
        table.toMessage().getPackedCells(0).getFieldsList().stream().map(SqlTypes::of).toList();
    this.groups = new GroupKey(groupBits);
    this.random = random;
    this.loads = loads;
    this.hasOverlays = hasOverlays;
    this.maxChunkRows = 1 + random.nextInt(60);
    for (int load = 0; load < LOADS; load++) {
      loadTimes[load] = anyTime();
      loadIds[load] = random.nextLong();
    }
  }

  /** Returns the layout of the table as a sub-plan states it. */
  public static TableLayout layout(FixtureTable packed, int groupBits) {
    TableLayout.Builder layout = packed.toMessage().toBuilder();
    layout.getColumnarBuilder().setGroupBits(groupBits);
    return layout.build();
  }

  /** Groups after one load, and nothing else. */
  public static List<FixtureRow> loaded(FixtureTable packed, int groupBits, Random random) {
    return new ColumnarRows(packed, groupBits, random, 1, false).groups();
  }

  /** Groups after loads, changes and removals. */
  public static List<FixtureRow> changed(FixtureTable packed, int groupBits, Random random) {
    return new ColumnarRows(packed, groupBits, random, LOADS, true).groups();
  }

  /** The stored rows of one row key: at most one row of each load, and at most one overlay row. */
  private final class Stored {
    final byte[][] ofLoad = new byte[LOADS][];
    byte[] overlay;
    long overlayTime;

    /** The load whose row counts, -1 for the overlay row. */
    int winner() {
      int winner = -1;
      for (int load = 0; load < LOADS; load++) {
        if (ofLoad[load] != null && (winner < 0 || isNewer(load, winner))) {
          winner = load;
        }
      }
      return overlay != null && (winner < 0 || overlayTime >= loadTimes[winner]) ? -1 : winner;
    }

    private boolean isNewer(int load, int than) {
      return loadTimes[load] != loadTimes[than]
          ? loadTimes[load] > loadTimes[than]
          : Long.compareUnsigned(loadIds[load], loadIds[than]) > 0;
    }
  }

  private List<FixtureRow> groups() {
    TreeMap<byte[], TreeMap<byte[], Stored>> byGroup = new TreeMap<>(Arrays::compareUnsigned);
    for (FixtureRow row : table.rows()) {
      stored(byGroup, row.rowKey()).putAll(Map.of(row.rowKey(), kept(value(row))));
      if (hasOverlays && random.nextInt(5) == 0) {
        byte[] other = row.rowKey().clone();
        other[other.length - 1] ^= 0x40;
        if (table.rows().stream().noneMatch(r -> Arrays.equals(r.rowKey(), other))) {
          stored(byGroup, other).put(other, removed());
        }
      }
    }
    List<FixtureRow> rows = new ArrayList<>();
    byGroup.forEach((group, stored) -> rows.add(new FixtureRow(group, cells(stored))));
    return rows;
  }

  private TreeMap<byte[], Stored> stored(
      TreeMap<byte[], TreeMap<byte[], Stored>> byGroup, byte[] rowKey) {
    return byGroup.computeIfAbsent(
        groups.of(rowKey), group -> new TreeMap<>(Arrays::compareUnsigned));
  }

  private static byte[] value(FixtureRow row) {
    return row.cells().get(0).value();
  }

  private long anyTime() {
    return FIRST_TIME + random.nextInt(TIMES);
  }

  private byte[] anyValue() {
    return value(table.rows().get(random.nextInt(table.rows().size())));
  }

  private Stored kept(byte[] value) {
    Stored stored = new Stored();
    do {
      for (int load = 0; load < loads; load++) {
        stored.ofLoad[load] = loads == 1 || random.nextBoolean() ? anyValue() : null;
      }
      if (hasOverlays && random.nextInt(3) == 0) {
        stored.overlayTime = anyTime();
        boolean isRemoval = random.nextBoolean();
        stored.overlay =
            isRemoval
                ? OverlayCell.removed(stored.overlayTime)
                : OverlayCell.row(stored.overlayTime, anyValue());
      }
    } while (stored.overlay == null
        && Arrays.stream(stored.ofLoad).allMatch(chunkRow -> chunkRow == null));
    int winner = stored.winner();
    if (winner < 0) {
      stored.overlay = OverlayCell.row(stored.overlayTime, value);
    } else {
      stored.ofLoad[winner] = value;
    }
    return stored;
  }

  private Stored removed() {
    Stored stored = new Stored();
    for (int load = 0; load < loads; load++) {
      stored.ofLoad[load] = random.nextBoolean() ? anyValue() : null;
    }
    stored.overlayTime = REMOVED_AT;
    stored.overlay = OverlayCell.removed(REMOVED_AT);
    return stored;
  }

  private List<FixtureCell> cells(Map<byte[], Stored> stored) {
    TreeMap<byte[], FixtureCell> cells = new TreeMap<>(Arrays::compareUnsigned);
    Map<byte[], FixtureCell> older = new HashMap<>();
    for (int load = 0; load < loads; load++) {
      addChunks(load, stored, cells);
    }
    stored.forEach(
        (rowKey, each) -> {
          if (each.overlay != null) {
            byte[] qualifier = GroupCell.overlayQualifier(groups, rowKey);
            add(cells, qualifier, each.overlayTime, each.overlay);
            if (random.nextInt(8) == 0) {
              byte[] before = OverlayCell.row(each.overlayTime - 1, anyValue());
              older.put(
                  qualifier,
                  new FixtureCell(FixtureTable.FAMILY, qualifier, each.overlayTime - 1, before));
            }
          }
        });
    List<FixtureCell> inOrder = new ArrayList<>(cells.values());
    for (FixtureCell version : older.values()) {
      int newest = 0;
      while (!Arrays.equals(inOrder.get(newest).name(), version.name())) {
        newest++;
      }
      inOrder.add(newest + 1, version);
    }
    return inOrder;
  }

  private void addChunks(int load, Map<byte[], Stored> stored, Map<byte[], FixtureCell> cells) {
    ChunkWriter writer = new ChunkCodec(fields, groups).newWriter();
    PackedReader packed = new PackedCodec(fields).newReader();
    int number = 0;
    for (Map.Entry<byte[], Stored> each : stored.entrySet()) {
      byte[] value = each.getValue().ofLoad[load];
      if (value == null) {
        continue;
      }
      if (writer.rowCount() == maxChunkRows) {
        addChunk(writer, load, number++, cells);
      }
      writer.startRow(each.getKey());
      packed.bind(value, 0, value.length);
      for (int field = 0; field < fields.size(); field++) {
        packed.read(field, writer);
      }
    }
    if (writer.rowCount() > 0) {
      addChunk(writer, load, number, cells);
    }
  }

  private void addChunk(ChunkWriter writer, int load, int number, Map<byte[], FixtureCell> cells) {
    byte[] qualifier = GroupCell.chunkQualifier(loadIds[load], number);
    add(cells, qualifier, loadTimes[load], writer.toByteArray(loadTimes[load]));
    writer.reset();
  }

  private static void add(
      Map<byte[], FixtureCell> cells, byte[] qualifier, long timestamp, byte[] value) {
    cells.put(qualifier, new FixtureCell(FixtureTable.FAMILY, qualifier, timestamp, value));
  }
}
