package org.apache.spark.sql.hbase.codec.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class TestByteBuilder {
  private final ByteBuilder builder = new ByteBuilder();

  @Test
  void numbersAreBigEndian() {
    builder.appendByte(1).appendShort(0x0203).appendInt(0x04050607).appendLong(0x08090A0B0C0D0E0FL);
    builder.appendBytes(new byte[] {0, 16, 17, 0}, 1, 2).appendZeros(1);
    assertEquals(
        "0102030405060708090a0b0c0d0e0f101100", HexFormat.of().formatHex(builder.toByteArray()));
  }

  @Test
  void itGrowsAndKeepsWhatItHas() {
    byte[] expected = new byte[1000];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = (byte) i;
      builder.appendByte(i);
    }
    assertArrayEquals(expected, builder.toByteArray());
    builder.appendBytes(expected, 0, expected.length);
    assertEquals(2 * expected.length, builder.length());
  }

  @Test
  void zerosAreZeroAfterAReset() {
    builder.appendLong(-1);
    builder.reset();
    assertEquals(0, builder.length());
    builder.appendZeros(3);
    assertArrayEquals(new byte[3], builder.toByteArray());
  }
}
