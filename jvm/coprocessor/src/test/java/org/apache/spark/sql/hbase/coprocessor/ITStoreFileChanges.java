package org.apache.spark.sql.hbase.coprocessor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
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
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.junit.jupiter.api.Test;

/** What becomes of a scan of store files when the region changes under it. */
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
          for (HRegion region : written.regions()) {
            for (HStore store : region.getStores()) {
              store.closeAndArchiveCompactedFiles();
            }
          }
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
    List<String> before = table.scan(new Scan());
    // Holds the read point, so that the compaction keeps what was visible there.
    try (FrameScan holder = FrameScan.open(connection, table.name(), table.plan(), new Scan())) {
      assertTrue(holder.next());
      table.load(100, 200, "newer").write(new Delete(CellsTable.key(300))).compact();
      Scan old = new Scan();
      PackagePrivateFieldAccessor.setMvccReadPoint(old, readPoint);

      CellsTable.Read read = table.readInServer(table.regions().get(0), old);

      assertEquals(String.join("\n", before), String.join("\n", read.rows()));
      assertEquals(Map.of("UNUSUAL_ROW", 101L), read.fromScanner());
      assertEquals(899, read.fromStoreFiles());
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
    }
    table.readAsScanned(new Scan());
    files.forEach(file -> assertEquals(0, file.getRefCount(), file.toString()));
  }

  private static CellsTable compacted() throws IOException {
    return CellsTable.create(connection, SMALL_FRAMES, family -> family.setMaxVersions(2))
        .load(0, 1_000, "v")
        .compact();
  }

  /** Reads frame by frame, with the change in between, and expects the rows of the beginning. */
  private static void assertUnchangedBy(CellsTable table, Change change) throws IOException {
    List<String> before = table.scan(new Scan());
    List<ResultFrame> frames = new ArrayList<>();
    try (FrameScan scan = FrameScan.open(connection, table.name(), table.plan(), new Scan())) {
      for (int frame = 0; scan.next(); frame++) {
        frames.add(scan.last());
        change.happen(table, frame);
      }
    }
    CellsTable.Read read = CellsTable.read(frames);
    assertEquals(String.join("\n", before), String.join("\n", read.rows()));
    assertTrue(read.fromStoreFiles() > 100, new TreeMap<>(read.fromScanner()).toString());
  }
}
