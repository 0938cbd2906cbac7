package org.apache.spark.sql.hbase.engine.keyrange.interval;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TestByteStrings {
  private static final int ROUNDS = 20_000;
  private final Random random = new Random(3);

  @Test
  void comparingIsThatOfUnsignedBytes() {
    for (int round = 0; round < ROUNDS; round++) {
      byte[] a = randomBytes();
      byte[] b = randomBytes();
      int from = random.nextInt(a.length + 1);
      int to = from + random.nextInt(a.length + 1 - from);
      int expected = Arrays.compareUnsigned(a, from, to, b, 0, b.length);
      int found = ByteStrings.compare(a, from, to, b, 0, b.length);
      assertEquals(Integer.signum(expected), Integer.signum(found));
    }
  }

  @Test
  void headsThatDifferDecideTheOrder() {
    for (int round = 0; round < ROUNDS; round++) {
      byte[] a = randomBytes();
      byte[] b = randomBytes();
      int from = random.nextInt(a.length + 1);
      int to = from + random.nextInt(a.length + 1 - from);
      byte[] part = Arrays.copyOfRange(a, from, to);
      int byHead =
          Long.compareUnsigned(ByteStrings.head(a, from, to), ByteStrings.head(b, 0, b.length));
      assertEquals(ByteStrings.head(part, 0, part.length), ByteStrings.head(a, from, to));
      if (byHead != 0) {
        int expected = Arrays.compareUnsigned(part, b);
        assertEquals(Integer.signum(expected), Integer.signum(byHead));
      }
    }
  }

  /** Short and long ones that begin alike, some with the smallest and largest bytes. */
  private byte[] randomBytes() {
    byte[] bytes = new byte[random.nextInt(20)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (random.nextInt(4) - 2);
    }
    return bytes;
  }
}
