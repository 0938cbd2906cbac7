package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.spark.sql.hbase.coprocessor.fixture.CellsTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.CountingFileSystem;
import org.junit.jupiter.api.Test;

/** On HDFS, each opening of a store file is a call of the NameNode. */
class ITFileOpens extends ClusterTest {
  private static final int ROWS = 900;

  /** HBase opens a file with checksums of the file system, reads its end, and opens it without. */
  private static final int OPENS_OF_A_READER = 2;

  @Test
  void aScanOpensEachLargeFileOnce() throws IOException {
    CellsTable table = CellsTable.create(connection).load(0, ROWS, "v").compact();
    List<String> files = files(table);
    int before = opens(files);

    CellsTable.Read read = table.read(new Scan());

    assertEquals(ROWS, read.fromStoreFiles());
    assertEquals(files.size(), readers(files, before));
  }

  @Test
  void rowsBesideTheWalkNeedNoFurtherOpening() throws IOException {
    CellsTable table = CellsTable.create(connection).load(0, ROWS, "v").compact();
    List<String> files = files(table);
    for (int row = 100; row < 110; row++) {
      table.write(new Delete(CellsTable.key(row)).addFamilyVersion(CellsTable.A, 1));
    }
    List<String> rows = table.scan(new Scan());
    int before = opens(files);

    CellsTable.Read read = table.read(new Scan());

    assertEquals(rows, read.rows());
    assertEquals(Set.of("DIRTY_ROW"), read.fromScanner().keySet());
    assertEquals(files.size(), readers(files, before));
  }

  @Test
  void aClientThatAsksForStreamsGetsOneForEachReader() throws IOException {
    CellsTable table = CellsTable.create(connection).load(0, ROWS, "v").compact();
    List<String> files = files(table);
    int before = opens(files);

    table.read(new Scan().setReadType(Scan.ReadType.STREAM));

    assertEquals(2 * files.size(), readers(files, before));
  }

  private static List<String> files(CellsTable table) throws IOException {
    List<String> names = new ArrayList<>();
    for (HStore store : table.regions().get(0).getStores()) {
      for (HStoreFile file : store.getStorefiles()) {
        names.add(file.getPath().getName());
      }
    }
    assertFalse(names.isEmpty());
    return names;
  }

  private static double readers(List<String> files, int before) {
    return (double) (opens(files) - before) / OPENS_OF_A_READER;
  }

  private static int opens(List<String> files) {
    return files.stream().mapToInt(CountingFileSystem::opens).sum();
  }
}
