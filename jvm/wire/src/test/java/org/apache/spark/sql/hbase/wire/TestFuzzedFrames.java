package org.apache.spark.sql.hbase.wire;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/**
 * Tests that any bytes as a result frame decode, or are refused as damaged. Most of them have a
 * checksum that fits, so that the damage reaches what lies behind it. Seed and number of the
 * frames: {@code fuzz.seed}, {@code fuzz.count}; {@code fuzz.seconds} ends it earlier.
 */
class TestFuzzedFrames {
  private static final List<ResultFrame> FRAMES =
      List.of(
          FrameFixtures.allTypes(),
          FrameFixtures.emptyBatch(),
          FrameFixtures.noColumns(),
          FrameFixtures.partialAggregate());

  private static final int[] LENGTHS = {0, 1, -1, 1 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE};

  @Test
  void everyFrameDecodesOrIsRefused() {
    long seed = Long.getLong("fuzz.seed", 1);
    long count = Long.getLong("fuzz.count", 100_000);
    long deadlineNanos = System.nanoTime() + Long.getLong("fuzz.seconds", 36_000) * 1_000_000_000L;
    long accepted = 0;
    long number = 0;
    for (; number < count && System.nanoTime() < deadlineNanos; number++) {
      Random random = new Random(seed * 0x9e3779b97f4a7c15L + number);
      byte[] bytes = damaged(random);
      try {
        readEverything(ResultFrame.decode(bytes).batch());
        accepted++;
      } catch (FrameException e) {
        continue;
      } catch (Throwable e) {
        String hex = HexFormat.of().formatHex(bytes);
        throw new AssertionError("fuzz.seed=" + seed + " number " + number + ": " + hex, e);
      }
    }
    System.out.println("counted: " + number + " fuzzed frames");
    assertTrue(accepted > 0, "no frame got past the first check");
  }

  private static byte[] damaged(Random random) {
    byte[] bytes = FRAMES.get(random.nextInt(FRAMES.size())).encode();
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(6)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes[at] = (byte) random.nextInt();
        case 2 -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
        case 3 -> bytes = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(30));
        default -> {
          if (at + 4 <= bytes.length) {
            int length = LENGTHS[random.nextInt(LENGTHS.length)];
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(at, length);
          }
        }
      }
    }
    return random.nextInt(8) == 0 ? bytes : withChecksum(bytes);
  }

  private static byte[] withChecksum(byte[] bytes) {
    if (bytes.length > 4) {
      CRC32C checksum = new CRC32C();
      checksum.update(bytes, 0, bytes.length - 4);
      ByteBuffer.wrap(bytes).putInt(bytes.length - 4, (int) checksum.getValue());
    }
    return bytes;
  }

  /** Values are read lazily: damage may only show in them. */
  private static void readEverything(ArrowBatch batch) {
    for (ArrowColumn column : batch.columns()) {
      for (int row = 0; row < batch.rowCount(); row++) {
        if (!column.isNull(row)) {
          read(column, row);
        }
      }
    }
  }

  private static void read(ArrowColumn column, int row) {
    switch (column.type().getKind()) {
      case STRING, BINARY -> column.getBytes(row);
      case FLOAT, DOUBLE -> column.getDouble(row);
      case DECIMAL -> {
        column.getDecimalHigh(row);
        column.getDecimalLow(row);
      }
      default -> column.getLong(row);
    }
  }
}
