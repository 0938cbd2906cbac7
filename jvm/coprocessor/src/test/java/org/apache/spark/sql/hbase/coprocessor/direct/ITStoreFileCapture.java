package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.spark.sql.hbase.coprocessor.fixture.CellsTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.ForeignObservers;
import org.apache.spark.sql.hbase.coprocessor.fixture.ForeignObservers.OperationHook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a change of a region after HBase's scanner was opened and before its files are. */
class ITStoreFileCapture extends ClusterTest {
  private static final int ROWS = 900;

  private enum Change {
    FLUSH {
      @Override
      void happenTo(CellsTable table) throws IOException {
        table.flush();
      }
    },
    COMPACTION {
      @Override
      void happenTo(CellsTable table) throws IOException {
        table.compact();
        archive(table.regions().get(0));
      }
    },
    LOAD {
      @Override
      void happenTo(CellsTable table) throws IOException {
        table.bulkLoad(0, 100, "loaded");
      }
    };

    abstract void happenTo(CellsTable table) throws IOException;
  }

  @ParameterizedTest
  @EnumSource
  void filesThatComeOrGoLeaveTheRowsToTheScanner(Change change) throws IOException {
    CellsTable table = CellsTable.create(connection).load(0, ROWS, "v").compact();
    table.load(200, 240, "in a small file").flush().load(500, 540, "in memory");
    List<String> before = table.scan(new Scan());

    CellsTable.Read read = read(table, new Scan(), () -> change.happenTo(table));

    assertEquals(before, read.rows());
    assertEquals(0, read.fromStoreFiles());
    // What a load brings may also be known by its number.
    Set<String> reasons =
        change == Change.LOAD ? Set.of("FILES_CHANGED", "NEWER_FILE") : Set.of("FILES_CHANGED");
    assertTrue(reasons.containsAll(read.fromScanner().keySet()), read.fromScanner().toString());
  }

  @Test
  void filesThatTheScannerDoesNotReadMayBeArchivedMeanwhile() throws IOException {
    CellsTable table = CellsTable.create(connection);
    table.bulkLoad(0, 300, "read").bulkLoad(600, 300, "not read");
    HRegion region = table.regions().get(0);
    Scan head = new Scan().withStopRow(CellsTable.key(200));
    List<String> before = table.scan(head);
    List<Path> files = files(region).stream().map(ITStoreFileCapture::path).toList();

    CellsTable.Read read =
        read(
            table,
            head,
            () -> {
              table.compact();
              archive(region);
              assertEquals(1, files.stream().filter(Files::exists).count(), "referenced files");
            });

    assertEquals(before, read.rows());
    assertEquals(Map.of("FILES_CHANGED", 200L), read.fromScanner());
  }

  @Test
  void aRegionThatHasClosedIsLookedForElsewhere() throws IOException {
    CellsTable table = CellsTable.create(connection).load(0, ROWS, "v").compact();
    List<HStoreFile> files = files(table.regions().get(0));

    assertThrows(
        NotServingRegionException.class, () -> read(table, new Scan(), table::closeRegion));

    files.forEach(file -> assertEquals(0, file.getRefCount(), file.toString()));
    table.openRegion();
    assertEquals(ROWS, table.readAsScanned(new Scan()).fromStoreFiles());
  }

  @Test
  void aRegionThatIsToCloseWaitsUntilTheFirstRowIsFound() throws Exception {
    CellsTable table =
        CellsTable.create(
                connection,
                Map.of(),
                family -> family,
                descriptor -> ForeignObservers.add(descriptor, OperationHook.class))
            .load(0, ROWS, "v")
            .compact()
            .load(200, 240, "in a small file")
            .flush();
    HRegion region = table.regions().get(0);
    List<HStoreFile> files = files(region);
    CompletableFuture<?>[] closing = new CompletableFuture<?>[1];
    OperationHook.Action close =
        () -> {
          closing[0] = CompletableFuture.runAsync(() -> close(table));
          await(region::isClosing);
          assertFalse(region.isClosed());
        };
    OperationHook.Action waitForIt = () -> await(region::isClosed);

    // What the opening does behind its operation finds the region closed, and its files.
    Scan uncached = new Scan().setCacheBlocks(false);
    try (RegionScanner scanner =
        CellsTable.openInServer(
            region, uncached, table.plan(), () -> OperationHook.atNext(close, waitForIt))) {
      assertTrue(region.isClosed(), "the opening was no operation of the region");
      assertThrows(NotServingRegionException.class, () -> scanner.next(new ArrayList<>()));
    }
    closing[0].get(1, TimeUnit.MINUTES);
    files.forEach(file -> assertEquals(0, file.getRefCount(), file.toString()));
    table.openRegion();
    assertEquals(ROWS, table.readAsScanned(new Scan()).fromStoreFiles());
  }

  private static CellsTable.Read read(CellsTable table, Scan scan, CellsTable.Change change)
      throws IOException {
    return table.readInServer(table.regions().get(0), scan, table.plan(), change);
  }

  private static List<HStoreFile> files(HRegion region) {
    return region.getStores().stream().flatMap(store -> store.getStorefiles().stream()).toList();
  }

  private static Path path(HStoreFile file) {
    return Path.of(file.getPath().toUri().getPath());
  }

  private static void archive(HRegion region) throws IOException {
    for (HStore store : region.getStores()) {
      store.closeAndArchiveCompactedFiles();
    }
  }

  private static void close(CellsTable table) {
    try {
      table.closeRegion();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, "the region did not close");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }
}
