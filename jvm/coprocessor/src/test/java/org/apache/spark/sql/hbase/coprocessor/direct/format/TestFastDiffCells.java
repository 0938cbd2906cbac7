package org.apache.spark.sql.hbase.coprocessor.direct.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.encoding.HFileBlockEncodingContext;
import org.apache.hadoop.hbase.io.hfile.CorruptHFileException;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cells come out as HBase's own encoder got them. {@code -Dfast.diff.seed=N} repeats a run. */
class TestFastDiffCells {
  private static final int HEADER = HConstants.HFILEBLOCK_HEADER_SIZE + DataBlockEncoding.ID_SIZE;
  private static final KeyValue.Type[] TYPES = {
    KeyValue.Type.Put, KeyValue.Type.Put, KeyValue.Type.Delete, KeyValue.Type.DeleteFamily
  };

  private final long seed = Long.getLong("fast.diff.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void cellsComeOutAsTheyWentIn(boolean hasSequenceIds) throws IOException {
    FastDiffCells decoder = decoder(hasSequenceIds);
    for (int i = 0; i < 300; i++) {
      List<KeyValue> cells = cells(1 + random.nextInt(60));
      byte[] block = encoded(cells, hasSequenceIds);

      decoder.decode(block, HEADER, block.length);

      byte[] decoded = Arrays.copyOf(decoder.cells, decoder.end);
      assertArrayEquals(plain(cells, hasSequenceIds), decoded, "-Dfast.diff.seed=" + seed);
    }
  }

  @Test
  void aBlockMayBeginAndEndWithItsArray() throws IOException {
    List<KeyValue> cells = cells(20);
    byte[] block = encoded(cells, true);
    byte[] alone = Arrays.copyOfRange(block, HEADER, block.length);
    FastDiffCells decoder = decoder(true);

    decoder.decode(alone, 0, alone.length);

    assertArrayEquals(plain(cells, true), Arrays.copyOf(decoder.cells, decoder.end));
  }

  /** Any bytes give cells or an error that is HBase's own, and take little memory. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void wrongBytesAreRefused(boolean hasSequenceIds) throws IOException {
    int refused = 0;
    for (int i = 0; i < 3_000; i++) {
      byte[] block = encoded(cells(1 + random.nextInt(20)), hasSequenceIds);
      int length = block.length - (i % 3 == 0 ? random.nextInt(block.length - HEADER) : 0);
      for (int j = random.nextInt(4); j >= 0 && i % 3 != 0; j--) {
        // Not the size: a block of a gigabyte is none of HBase's, but no error either.
        int at = HEADER + Integer.BYTES + random.nextInt(block.length - HEADER - Integer.BYTES);
        block[at] = (byte) random.nextInt();
      }
      FastDiffCells decoder = decoder(hasSequenceIds);
      try {
        decoder.decode(block, HEADER, length);
      } catch (CorruptHFileException e) {
        refused++;
        assertTrue(
            e.getMessage().contains("a block of file: its cells are not those"), e.toString());
      }
      assertTrue(decoder.cells.length <= 2 << 20, "-Dfast.diff.seed=" + seed);
    }
    assertTrue(refused > 1_000, refused + " refused");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 1, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void aWrongSizeIsRefused(int size) throws IOException {
    byte[] block = encoded(cells(3), true);
    byte[] wrong = block.clone();
    for (int i = 0; i < Integer.BYTES; i++) {
      wrong[HEADER + i] = (byte) (size >>> Byte.SIZE * (Integer.BYTES - 1 - i));
    }

    FastDiffCells decoder = decoder(true);
    assertThrows(CorruptHFileException.class, () -> decoder.decode(wrong, HEADER, wrong.length));
    assertThrows(CorruptHFileException.class, () -> decoder.decode(wrong, HEADER, HEADER + 3));

    decoder.decode(block, HEADER, block.length);
    assertEquals(block.length - HEADER > 0, decoder.end > 0);
  }

  private List<KeyValue> cells(int count) {
    List<KeyValue> cells = new ArrayList<>();
    byte[] family = bytes(random.nextInt(4));
    byte[] row = bytes(1 + random.nextInt(20));
    byte[] qualifier = bytes(random.nextInt(10));
    byte[] value = bytes(random.nextInt(40));
    long timestamp = random.nextLong() >>> 1;
    for (int i = 0; i < count; i++) {
      switch (random.nextInt(6)) {
        case 0 -> row = bytes(1 + random.nextInt(random.nextInt(8) == 0 ? 400 : 20));
        case 1 -> row = changed(row);
        case 2 -> qualifier = bytes(random.nextInt(random.nextInt(8) == 0 ? 200 : 10));
        case 3 -> qualifier = qualifier.length == 0 ? qualifier : changed(qualifier);
        default -> {}
      }
      value =
          random.nextInt(3) == 0
              ? value
              : bytes(random.nextInt(random.nextInt(9) == 0 ? 20_000 : 40));
      timestamp = random.nextBoolean() ? timestamp : random.nextLong() >>> random.nextInt(60) >>> 1;
      KeyValue.Type type = TYPES[random.nextInt(TYPES.length)];
      KeyValue cell = new KeyValue(row, family, qualifier, timestamp, type, value);
      cell.setSequenceId(random.nextLong() >>> 1 + random.nextInt(63));
      cells.add(cell);
    }
    return cells;
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] changed(byte[] bytes) {
    byte[] copy = bytes.clone();
    copy[random.nextInt(copy.length)]++;
    return copy;
  }

  private static FastDiffCells decoder(boolean hasSequenceIds) throws IOException {
    return new FastDiffCells(hasSequenceIds, new OneBlock(List.of(), false, hasSequenceIds));
  }

  private static byte[] encoded(List<KeyValue> cells, boolean hasSequenceIds) throws IOException {
    DataBlockEncoder encoder = DataBlockEncoding.FAST_DIFF.getEncoder();
    HFileBlockEncodingContext context =
        encoder.newDataBlockEncodingContext(
            new Configuration(false),
            DataBlockEncoding.FAST_DIFF,
            HConstants.HFILEBLOCK_DUMMY_HEADER,
            new HFileContextBuilder().withIncludesMvcc(hasSequenceIds).build());
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(written);
    out.write(HConstants.HFILEBLOCK_DUMMY_HEADER);
    encoder.startBlockEncoding(context, out);
    for (KeyValue cell : cells) {
      encoder.encode(cell, context, out);
    }
    byte[] block = written.toByteArray();
    encoder.endBlockEncoding(context, out, block);
    return block;
  }

  private static byte[] plain(List<KeyValue> cells, boolean hasSequenceIds) throws IOException {
    return new OneBlock(List.of(cells), false, hasSequenceIds).cells();
  }
}
