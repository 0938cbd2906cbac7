package org.apache.spark.sql.hbase.coprocessor.direct.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.hbase.KeyValue;
import org.junit.jupiter.api.Test;

class TestCellFormat {
  private static final int MAX_LENGTH = 40;

  /** Bytes in front of the cell in its block. */
  private static final int BEFORE = 5;

  private final Random random = new Random(1);

  @Test
  void aCellIsOfItsOwnRow() {
    for (int length = 1; length <= MAX_LENGTH; length++) {
      byte[] row = randomBytes(length);
      for (byte[] block : blocks(row)) {
        assertTrue(isRow(block, row), length + " bytes");
        assertTrue(isRow(block, longerArray(row), length), length + " bytes of a longer array");
      }
    }
  }

  @Test
  void aCellIsNotOfARowOfWhichOneByteDiffers() {
    for (int length = 1; length <= MAX_LENGTH; length++) {
      byte[] row = randomBytes(length);
      for (byte[] block : blocks(row)) {
        for (int i = 0; i < length; i++) {
          byte[] other = row.clone();
          other[i] ^= (byte) (1 << random.nextInt(Byte.SIZE));
          assertFalse(isRow(block, other), "byte " + i + " of " + length);
          assertFalse(isRow(block, longerArray(other), length), "byte " + i + " of " + length);
        }
      }
    }
  }

  /** Tests a row whose family goes on with the bytes that a longer row would have. */
  @Test
  void aCellIsNotOfARowOfAnotherLength() {
    for (int length = 1; length <= MAX_LENGTH; length++) {
      byte[] row = randomBytes(length);
      for (byte[] block : blocks(row)) {
        for (int other = 1; other <= MAX_LENGTH; other++) {
          if (other != length) {
            int from = BEFORE + CellFormat.HEADER_BYTES;
            byte[] continued = Arrays.copyOfRange(block, from, from + other);
            assertFalse(isRow(block, continued), length + " bytes as " + other);
            assertFalse(isRow(block, randomBytes(other)), length + " bytes as " + other);
          }
        }
      }
    }
  }

  @Test
  void aRowIsCopiedIntoArraysThatAreLongEnough() {
    for (int length = 1; length <= MAX_LENGTH; length++) {
      byte[] row = randomBytes(length);
      for (byte[] block : blocks(row)) {
        byte[] exact = new byte[length];
        CellFormat.copyRow(block, BEFORE, length, exact);
        assertArrayEquals(row, exact);

        byte[] longer = new byte[length + 1];
        CellFormat.copyRow(block, BEFORE, length, longer);
        assertArrayEquals(row, Arrays.copyOf(longer, length));
        assertEquals(0, longer[length]);
      }
    }
  }

  /** A cell of the row at the end of a block, and one with a block behind it. */
  private byte[][] blocks(byte[] row) {
    byte[] cell = new KeyValue(row, new byte[] {1}, new byte[0], 1, new byte[0]).getBuffer();
    byte[] last = new byte[BEFORE + cell.length];
    System.arraycopy(cell, 0, last, BEFORE, cell.length);
    byte[] first = randomBytes(BEFORE + cell.length + MAX_LENGTH);
    System.arraycopy(cell, 0, first, BEFORE, cell.length);
    return new byte[][] {last, first};
  }

  private byte[] longerArray(byte[] row) {
    byte[] array = randomBytes(row.length + MAX_LENGTH);
    System.arraycopy(row, 0, array, 0, row.length);
    return array;
  }

  private static boolean isRow(byte[] block, byte[] row) {
    return isRow(block, row, row.length);
  }

  private static boolean isRow(byte[] block, byte[] row, int length) {
    long head = CellFormat.rowHead(row, length);
    return CellFormat.isRow(block, BEFORE, row, length, head, CellFormat.rowTail(row, length));
  }

  private byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
