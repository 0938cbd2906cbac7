package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.spark.sql.hbase.coprocessor.fixture.CellsTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.FrameScan;
import org.apache.spark.sql.hbase.coprocessor.server.ServerSetting;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.junit.jupiter.api.Test;

/** Tests a scan of store files while the region changes under it. */
class ITStoreFileChanges extends ClusterTest {
  private static final Map<ServerSetting, String> SMALL_FRAMES =
      Map.of(ServerSetting.FRAME_MAX_ROWS, "50", ServerSetting.BATCH_MAX_ROWS, "20");

  /** Something that happens to a table between two frames. */
  private interface Change {
    void happen(CellsTable table, int frame) throws IOException;
  }

  @Test
  void writesBehindTheReadPointStayInvisible() throws IOException {
    CellsTable table = compacted();
    assertUnchangedBy(
        table,
        (written, frame) -> {
          written.load(frame * 30, frame * 30 + 200, "newer" + frame);
          written.write(new Delete(CellsTable.key(frame * 30 + 100)));
        });
  }

  @Test
  void flushesAndCompactionsUnderTheScanChangeNothing() throws IOException {
    CellsTable table = compacted();
    table.load(200, 240, "dirty").flush().load(500, 540, "in memory");
    assertUnchangedBy(
        table,
        (written, frame) -> {
          written.load(0, 1_000, "newer" + frame);
          switch (frame % 3) {
            case 0 -> written.flush();
            case 1 -> written.compact();
            default -> {
              written.flush();
              written.regions().get(0).compact(false);
            }
          }
          archiveCompactedFiles(written);
        });
  }

  @Test
  void filesLoadedUnderTheScanStayInvisible() throws IOException {
    assertUnchangedBy(compacted(), (table, frame) -> table.bulkLoad(0, 1_000, "loaded" + frame));
  }

  @Test
  void movesUnderTheScanLoseAndDoubleNothing() throws IOException {
    assertUnchangedBy(
        compacted(),
        (table, frame) -> {
          if (frame % 5 == 0) {
            table.move();
          }
        });
  }

  @Test
  void cellsBehindAnOldReadPointInTheBaseAreLeftToTheScanner() throws IOException {
    CellsTable table = compacted();
    long readPoint = table.regions().get(0).getMVCC().getReadPoint();
    List<List<String>> before = new ArrayList<>();
    for (CellsTable.Layout layout : CellsTable.Layout.values()) {
      before.add(table.scan(new Scan(), layout));
    }
    // Holds the read point, so that the compaction keeps what was visible there.
    try (FrameScan holder = FrameScan.open(connection, table.name(), table.plan(), new Scan())) {
      assertTrue(holder.next());
      table.load(100, 200, "newer").write(new Delete(CellsTable.key(300))).compact();
      for (CellsTable.Layout layout : CellsTable.Layout.values()) {
        Scan old = new Scan();
        PackagePrivateFieldAccessor.setMvccReadPoint(old, readPoint);

        CellsTable.Read read = table.readInServer(table.regions().get(0), old, table.plan(layout));

        assertRows(before.get(layout.ordinal()), read);
        assertEquals(Map.of("UNUSUAL_ROW", 101L), read.fromScanner());
        assertEquals(899, read.fromStoreFiles());
      }
    }
  }

  @Test
  void filesAreReferencedAsLongAsTheScanIsOpen() throws IOException {
    CellsTable table = compacted();
    List<HStoreFile> files = new ArrayList<>();
    for (HStore store : table.regions().get(0).getStores()) {
      files.addAll(store.getStorefiles());
    }
    try (FrameScan frames = FrameScan.open(connection, table.name(), table.plan(), new Scan())) {
      assertTrue(frames.next());
      // One by HBase's scanner, one by ours.
      files.forEach(file -> assertEquals(2, file.getRefCount(), file.toString()));
      table.load(0, 10, "newer").compact();
      archiveCompactedFiles(table);
      files.forEach(file -> assertTrue(exists(file), file.toString()));
    }
    table.readAsScanned(new Scan());
    files.forEach(file -> assertEquals(0, file.getRefCount(), file.toString()));
    archiveCompactedFiles(table);
    files.forEach(file -> assertFalse(exists(file), file.toString()));
  }

  private static boolean exists(HStoreFile file) {
    return Files.exists(Path.of(file.getPath().toUri().getPath()));
  }

  private static void archiveCompactedFiles(CellsTable table) throws IOException {
    for (HRegion region : table.regions()) {
      for (HStore store : region.getStores()) {
        store.closeAndArchiveCompactedFiles();
      }
    }
  }

  private static CellsTable compacted() throws IOException {
    return CellsTable.create(connection, SMALL_FRAMES, family -> family.setMaxVersions(2))
        .load(0, 1_000, "v")
        .compact();
  }

  /**
   * Reads frame by frame in both layouts, with the change in between, and expects the rows of the
   * beginning.
   */
  private static void assertUnchangedBy(CellsTable table, Change change) throws IOException {
    List<List<String>> before = new ArrayList<>();
    List<FrameScan> scans = new ArrayList<>();
    List<List<ResultFrame>> frames = new ArrayList<>();
    for (CellsTable.Layout layout : CellsTable.Layout.values()) {
      before.add(table.scan(new Scan(), layout));
      scans.add(FrameScan.open(connection, table.name(), table.plan(layout), new Scan()));
      frames.add(new ArrayList<>());
    }
    boolean hasMore = true;
    for (int frame = 0; hasMore; frame++) {
      hasMore = false;
      for (int i = 0; i < scans.size(); i++) {
        if (scans.get(i).next()) {
          frames.get(i).add(scans.get(i).last());
          hasMore = true;
        }
      }
      change.happen(table, frame);
    }
    for (int i = 0; i < scans.size(); i++) {
      scans.get(i).close();
      assertRows(before.get(i), CellsTable.read(frames.get(i)));
    }
  }

  private static void assertRows(List<String> expected, CellsTable.Read read) {
    assertEquals(String.join("\n", expected), String.join("\n", read.rows()));
    assertTrue(read.fromStoreFiles() > 100, new TreeMap<>(read.fromScanner()).toString());
  }
}
