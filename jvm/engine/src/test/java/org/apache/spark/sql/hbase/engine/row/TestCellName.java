package org.apache.spark.sql.hbase.engine.row;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TestCellName {
  private static final int MAX_LENGTH = 40;

  /** Bytes in front of the name in an array. */
  private static final int BEFORE = 3;

  private final Random random = new Random(1);

  @Test
  void aNameIsEqualToItsBytesWhereverTheyLie() {
    for (int length = 1; length <= MAX_LENGTH; length++) {
      byte[] bytes = randomBytes(length);
      CellName name = new CellName(bytes.clone());
      for (int behind : new int[] {0, 1, 7, 8, 20}) {
        byte[] array = randomBytes(BEFORE + length + behind);
        System.arraycopy(bytes, 0, array, BEFORE, length);
        assertTrue(name.equal(array, BEFORE, length), length + " bytes, then " + behind);
      }
    }
  }

  @Test
  void aNameIsNotEqualToBytesOfWhichOneDiffers() {
    for (int length = 1; length <= MAX_LENGTH; length++) {
      byte[] bytes = randomBytes(length);
      CellName name = new CellName(bytes.clone());
      for (int behind : new int[] {0, 20}) {
        byte[] array = randomBytes(BEFORE + length + behind);
        System.arraycopy(bytes, 0, array, BEFORE, length);
        for (int i = 0; i < length; i++) {
          array[BEFORE + i] ^= (byte) (1 << random.nextInt(Byte.SIZE));
          assertFalse(name.equal(array, BEFORE, length), "byte " + i + " of " + length);
          array[BEFORE + i] = bytes[i];
        }
      }
    }
  }

  @Test
  void aNameIsNotEqualToItsBeginningOrToALongerOne() {
    for (int length = 1; length <= MAX_LENGTH; length++) {
      byte[] bytes = randomBytes(length + 1);
      CellName name = new CellName(Arrays.copyOf(bytes, length));
      assertFalse(name.equal(bytes, 0, length - 1));
      assertFalse(name.equal(bytes, 0, length + 1));
    }
  }

  private byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
