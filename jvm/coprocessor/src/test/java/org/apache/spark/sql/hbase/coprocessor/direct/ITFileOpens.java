package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.spark.sql.hbase.coprocessor.fixture.CellsTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.CountingFileSystem;
import org.apache.spark.sql.hbase.coprocessor.fixture.FrameScan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On HDFS, each opening of a store file is a call of the NameNode. */
class ITFileOpens extends ClusterTest {
  private static final int ROWS = 900;
  private static final int MANY_ROWS = 9_000;

  /** HBase opens a file with checksums of the file system, reads its end, and opens it without. */
  private static final int OPENS_OF_A_READER = 2;

  @Test
  void aScanOfManyBlocksOpensEachLargeFileOnce() throws IOException {
    CellsTable table = manyBlocks();
    List<String> files = files(table);
    int before = opens(files);

    CellsTable.Read read = table.read(new Scan());

    assertEquals(ROWS, read.fromStoreFiles());
    assertTrue(read.blocks() > files.size() * 10, read.toString());
    assertEquals(files.size(), readers(files, before));
  }

  @Test
  void aScanOfFewBlocksOpensNoFile() throws IOException {
    CellsTable table = manyBlocks();
    List<String> files = files(table);
    int before = opens(files);
    Scan few = new Scan().withStartRow(CellsTable.key(300)).withStopRow(CellsTable.key(320));

    CellsTable.Read read = table.read(few);

    assertEquals(20, read.fromStoreFiles());
    assertEquals(0, readers(files, before));
  }

  @Test
  void whatIsRememberedIsReadWithoutOpeningAFile() throws IOException {
    CellsTable table =
        CellsTable.create(connection).loadNumbers(0, MANY_ROWS, CellsTable.A, 100).compact();
    for (int i = 0; i < 2; i++) {
      table.countAsScanned(new Scan());
      table.readOneFamilyAsScanned(new Scan());
    }
    List<String> files = files(table);
    Scan ofA = new Scan().addFamily(CellsTable.A);
    int before = opens(files);

    long count = FrameScan.sum(FrameScan.all(connection, table.name(), table.countPlan(), ofA), 0);
    CellsTable.Read columns =
        CellsTable.read(FrameScan.all(connection, table.name(), table.oneFamilyPlan(), ofA));

    assertEquals(MANY_ROWS, count);
    assertEquals(MANY_ROWS, columns.fromMemory());
    assertEquals(0, readers(files, before));
  }

  @Test
  void aFileWhoseBlocksHBaseDecodesIsOpenedOnce() throws IOException {
    CellsTable table =
        CellsTable.create(
                connection,
                Map.of(),
                family -> family.setDataBlockEncoding(DataBlockEncoding.PREFIX))
            .load(0, ROWS, "v")
            .compact();
    List<String> files = files(table);
    int before = opens(files);

    CellsTable.Read read = table.read(new Scan());

    assertEquals(ROWS, read.fromStoreFiles());
    assertEquals(files.size(), readers(files, before));
  }

  @Test
  void rowsBesideTheWalkNeedNoFurtherOpening() throws IOException {
    CellsTable table = manyBlocks();
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

  @ParameterizedTest
  @CsvSource({"STREAM, 2", "PREAD, 0"})
  void aClientThatAsksForAWayOfReadingGetsItForEachReader(Scan.ReadType type, int openings)
      throws IOException {
    CellsTable table = manyBlocks();
    List<String> files = files(table);
    int before = opens(files);

    CellsTable.Read read = table.read(new Scan().setReadType(type));

    assertEquals(ROWS, read.fromStoreFiles());
    assertEquals(openings * files.size(), readers(files, before));
  }

  private static CellsTable manyBlocks() throws IOException {
    return CellsTable.create(connection, Map.of(), family -> family.setBlocksize(2_048))
        .load(0, ROWS, "v")
        .compact();
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
