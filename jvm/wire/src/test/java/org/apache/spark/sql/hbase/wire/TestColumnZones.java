package org.apache.spark.sql.hbase.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class TestColumnZones {
  private static final String EXAMPLE =
      "00000002 0000000000000078 0000000000000076 00000000000001e0 fffffffffffffffd 0000000000000bb7";

  private static final ColumnZones VALUES = new ColumnZones(2, 120, 118, 480, -3, 2_999);

  @Test
  void bytesAreThoseOfTheDocument() {
    byte[] bytes = HexFormat.of().parseHex(EXAMPLE.replace(" ", ""));
    assertArrayEquals(bytes, VALUES.toBytes());
    assertEquals(VALUES, ColumnZones.parse(bytes));
  }

  @Test
  void otherLengthsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> ColumnZones.parse(new byte[43]));
    assertThrows(IllegalArgumentException.class, () -> ColumnZones.parse(new byte[45]));
  }

  @Test
  void stretchesWithoutValuesChangeNoEnds() {
    ColumnZones nulls = new ColumnZones(2, 1, 1, 3, Long.MAX_VALUE, Long.MIN_VALUE);
    assertEquals(new ColumnZones(2, 121, 119, 483, -3, 2_999), VALUES.and(nulls));
  }
}
