package org.apache.spark.sql.hbase.engine.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;

/** Damages bytes: flips, cuts, repeats, overwrites with lengths, splices with other bytes. */
final class BytesMutator {
  private static final byte[] HUGE_VARINT = {-1, -1, -1, -1, 15};

  private BytesMutator() {}

  static byte[] mutate(byte[] bytes, byte[] other, Random random) {
    if (bytes.length == 0) {
      return other;
    }
    byte[] copy = bytes.clone();
    int at = random.nextInt(copy.length);
    switch (random.nextInt(7)) {
      case 0 -> copy[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> copy[at] = (byte) random.nextInt();
      case 2 -> copy = Arrays.copyOf(copy, at);
      case 3 -> copy = joined(copy, 0, at, HUGE_VARINT, 0, HUGE_VARINT.length, copy, at);
      case 4 -> copy = joined(copy, 0, at, copy, at, copy.length, copy, at);
      case 5 ->
          copy =
              joined(copy, 0, at, new byte[0], 0, 0, copy, at + random.nextInt(copy.length - at));
      default -> {
        int from = random.nextInt(other.length + 1);
        copy = joined(copy, 0, at, other, from, other.length, copy, at);
      }
    }
    return copy;
  }

  private static byte[] joined(
      byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo, byte[] rest, int restFrom) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(a, aFrom, aTo - aFrom);
    out.write(b, bFrom, bTo - bFrom);
    out.write(rest, restFrom, rest.length - restFrom);
    return out.toByteArray();
  }
}
