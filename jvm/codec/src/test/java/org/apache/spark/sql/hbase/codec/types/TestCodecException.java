package org.apache.spark.sql.hbase.codec.types;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TestCodecException {
  private final CodecException plain =
      CodecException.of(CodecException.Code.ROW_KEY_TOO_SHORT, "expectedBytes", 8, "foundBytes", 5);

  @Test
  void theMessageIsCodeSentenceAndValues() {
    assertEquals(
        "ROW_KEY_TOO_SHORT: "
            + CodecException.Code.ROW_KEY_TOO_SHORT.sentence()
            + ". expectedBytes=8 foundBytes=5",
        plain.getMessage());
  }

  @Test
  void whereItHappenedIsAddedToACopy() {
    CodecException enriched =
        plain.withRow(new byte[] {0, 42, ' ', '\\', (byte) 0xFF}).withColumn("ts");
    assertEquals("\\x00*\\x20\\x5C\\xFF", enriched.values().get("row"));
    assertEquals("ts", enriched.values().get("column"));
    assertEquals(CodecException.Code.ROW_KEY_TOO_SHORT, enriched.code());
    assertTrue(
        enriched
            .getMessage()
            .endsWith(" expectedBytes=8 foundBytes=5 row=\\x00*\\x20\\x5C\\xFF column=ts"));
    assertArrayEquals(plain.getStackTrace(), enriched.getStackTrace());
    assertFalse(plain.values().containsKey("row"));
  }

  @Test
  void longBytesAreCut() {
    String printed = plain.withRow(new byte[1000]).values().get("row");
    assertEquals("\\x00".repeat(64) + "...", printed);
  }

  @Test
  void aKeyPartIsKnownOnceItIsAdded() {
    assertEquals(-1, plain.keyPart());
    assertEquals(3, plain.withKeyPart(3).keyPart());
  }

  @ParameterizedTest
  @EnumSource
  void everySentenceSaysWhatToDo(CodecException.Code code) {
    assertTrue(code.sentence().contains(". "), "what happened. What to do: " + code.sentence());
    assertFalse(code.sentence().endsWith("."), "the message adds the full stop");
  }
}
