package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.spark.sql.hbase.coprocessor.fixture.CellsTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Store files whose bytes changed on disk: the error that HBase's scanner raises, or rows, never
 * fewer of them. HBase reads a block whose checksum is wrong again, without its own checksum, and
 * relies on the checksums of the file system. The local one has none, so the answer of HBase's
 * scanner counts here.
 */
class ITCorruptStoreFiles extends ClusterTest {
  private static final int ROWS = 1_000;
  private static final long SEED = Long.getLong("corrupt.seed", 20);
  private static final int ATTEMPTS = 5;
  private static final byte[] PLAIN = "DATABLK*".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ENCODED = "DATABLKE".getBytes(StandardCharsets.US_ASCII);

  /** One compacted region, and the file of its first family. */
  private record Fixture(CellsTable table, HRegion region, HStoreFile file) {
    static Fixture create(UnaryOperator<ColumnFamilyDescriptorBuilder> families)
        throws IOException {
      CellsTable table =
          CellsTable.create(
                  connection, Map.of(), family -> families.apply(family).setBlocksize(1024))
              .load(0, ROWS, "v")
              .compact();
      HRegion region = table.regions().get(0);
      HStoreFile file = region.getStore(CellsTable.A).getStorefiles().iterator().next();
      return new Fixture(table, region, file);
    }

    Path path() {
      return Path.of(file.getPath().toUri().getPath());
    }

    /** Blocks are read from disk, and stay out of the cache. */
    static Scan uncached() {
      return new Scan().setCacheBlocks(false);
    }

    List<String> byScanner() throws IOException {
      return CellsTable.scanInServer(region, uncached());
    }

    CellsTable.Read bySubPlan() throws IOException {
      return table.readInServer(region, uncached());
    }

    /** Returns the start of the last data block. */
    long lastBlock() {
      return file.getReader().getHFileReader().getTrailer().getLastDataBlockOffset();
    }

    /** Returns the start of a data block in the middle of the file, which begins so. */
    int middleBlock(byte[] magic) throws IOException {
      ByteBuffer found = ByteBuffer.wrap(Files.readAllBytes(path()));
      int at = (int) lastBlock() / 2;
      while (!found.slice(at, magic.length).equals(ByteBuffer.wrap(magic))) {
        at++;
      }
      return at;
    }

    void overwrite(long position, byte... bytes) throws IOException {
      try (RandomAccessFile open = new RandomAccessFile(path().toFile(), "rw")) {
        open.seek(position);
        open.write(bytes);
      }
    }
  }

  @Test
  void aBlockThatIsNoneRaisesAnError() throws IOException {
    Fixture fixture = Fixture.create(family -> family);
    assertEquals(ROWS, fixture.bySubPlan().fromStoreFiles());
    fixture.overwrite(fixture.middleBlock(PLAIN), new byte[PLAIN.length]);

    IOException expected = assertThrows(IOException.class, fixture::byScanner);
    IOException raised = assertThrows(IOException.class, fixture::bySubPlan);

    assertEquals(expected.getClass(), raised.getClass());
  }

  @ParameterizedTest
  @CsvSource({
    "FAST_DIFF, 7, ROW_INDEX_V1",
    "FAST_DIFF, 99, number 99",
    "ROW_INDEX_V1, 4, FAST_DIFF",
    "ROW_INDEX_V1, 3, DIFF"
  })
  void aBlockInAnotherEncodingThanItsFileRaisesAnErrorWithBoth(
      DataBlockEncoding encoding, byte other, String name) throws IOException {
    Fixture fixture = Fixture.create(family -> family.setDataBlockEncoding(encoding));
    int id = fixture.middleBlock(ENCODED) + HConstants.HFILEBLOCK_HEADER_SIZE;
    fixture.overwrite(id, (byte) 0, other);

    IOException raised = assertThrows(IOException.class, fixture::bySubPlan);

    assertTrue(
        raised.getMessage().contains("in encoding " + name + ", and its file in " + encoding),
        raised::toString);
  }

  /** Each kind of block has a mark of its own, which the checksum covers, too. */
  @ParameterizedTest
  @CsvSource({"NONE, DATABLKE, ENCODED_DATA", "FAST_DIFF, DATABLK*, DATA"})
  void aBlockOfTheOtherKindRaisesAnError(DataBlockEncoding encoding, String mark, String kind)
      throws IOException {
    Fixture fixture = Fixture.create(family -> family.setDataBlockEncoding(encoding));
    int block = fixture.middleBlock(encoding == DataBlockEncoding.NONE ? PLAIN : ENCODED);
    fixture.overwrite(block, mark.getBytes(StandardCharsets.US_ASCII));

    IOException raised = assertThrows(IOException.class, fixture::bySubPlan);

    assertTrue(
        raised.getMessage().contains("it is " + kind + " in encoding NONE, and its file in "),
        raised::toString);
  }

  @Test
  void aFileThatWasCutOffRaisesAnError() throws IOException {
    Fixture fixture = Fixture.create(family -> family);
    try (RandomAccessFile open = new RandomAccessFile(fixture.path().toFile(), "rw")) {
      open.setLength(fixture.middleBlock(PLAIN) + 100);
    }

    assertThrows(IOException.class, fixture::byScanner);
    assertThrows(IOException.class, fixture::bySubPlan);
  }

  /** HBase opens a file anew for a scan that streams; for others it has it open. */
  @Test
  void aFileThatIsGoneRaisesAnErrorOrGivesAllRows() throws IOException {
    Fixture fixture = Fixture.create(family -> family);
    List<String> all = fixture.byScanner();
    Files.delete(fixture.path());

    for (Scan.ReadType type : List.of(Scan.ReadType.STREAM, Scan.ReadType.PREAD)) {
      Scan scan = Fixture.uncached().setReadType(type);
      Object expected = answer(() -> CellsTable.scanInServer(fixture.region, scan));
      Object found = answer(() -> fixture.table.readInServer(fixture.region, scan).rows());
      assertTrue(expected.equals(all) || expected instanceof Class, expected::toString);
      assertTrue(found.equals(all) || found.equals(expected), found::toString);
    }
  }

  private interface Answer {
    List<String> get() throws IOException;
  }

  /** The rows, or the class of the error. */
  private static Object answer(Answer answer) {
    try {
      return answer.get();
    } catch (IOException e) {
      return e.getClass();
    }
  }

  @Test
  void checksumsAreVerifiedAsByTheScanner() throws IOException {
    Fixture fixture = Fixture.create(family -> family);
    byte[] file = Files.readAllBytes(fixture.path());
    int value = new String(file, StandardCharsets.ISO_8859_1).indexOf("vy500");
    fixture.overwrite(value, (byte) 'w');

    // HBase's metrics take the count away every few seconds.
    boolean areEqual = false;
    for (int attempt = 0; !areEqual && attempt < ATTEMPTS; attempt++) {
      HFile.getAndResetChecksumFailuresCount();
      List<String> expected = fixture.byScanner();
      long byScanner = HFile.getAndResetChecksumFailuresCount();
      CellsTable.Read read = fixture.bySubPlan();
      areEqual = byScanner > 0 && byScanner == HFile.getAndResetChecksumFailuresCount();

      assertEquals(expected, read.rows());
      assertTrue(String.join("", read.rows()).contains("wy500'"));
      assertEquals(ROWS, read.fromStoreFiles());
    }
    assertTrue(areEqual, "as many checksums that are wrong as the scanner finds");
  }

  @ParameterizedTest
  @EnumSource(
      value = DataBlockEncoding.class,
      names = {"NONE", "ROW_INDEX_V1", "FAST_DIFF", "DIFF"})
  void aBitThatIsWrongGivesNoShorterAnswer(DataBlockEncoding encoding) throws IOException {
    Fixture fixture = Fixture.create(family -> family.setDataBlockEncoding(encoding));
    byte[] intact = Files.readAllBytes(fixture.path());
    Random random = new Random(SEED);
    for (int i = 0; i < 200; i++) {
      int at = random.nextInt((int) fixture.lastBlock());
      fixture.overwrite(at, (byte) (intact[at] ^ 1 << random.nextInt(Byte.SIZE)));
      assertNotShorter(fixture, "byte " + at + ", -Dcorrupt.seed=" + SEED);
      fixture.overwrite(at, intact[at]);
    }
    assertEquals(ROWS, fixture.bySubPlan().fromStoreFiles());
  }

  /** An error is right in any case, be it one of HBase's own assertions. */
  private static void assertNotShorter(Fixture fixture, String where) {
    List<String> found;
    try {
      found = fixture.bySubPlan().rows();
    } catch (IOException | RuntimeException | AssertionError e) {
      return;
    }
    // A row key that became another one makes two rows of one, or one of two.
    assertTrue(found.size() >= ROWS - 1, where + ": " + found.size() + " rows");
  }
}
