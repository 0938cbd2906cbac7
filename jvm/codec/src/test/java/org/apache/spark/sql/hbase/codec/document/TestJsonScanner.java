package org.apache.spark.sql.hbase.codec.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.junit.jupiter.api.Test;

class TestJsonScanner {
  private static final int ROUNDS = 50_000;
  private static final String[] PIECES = {
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "\"a\"",
    "\"\\u00e9\"",
    "\"\\n\"",
    "\\",
    "0",
    "1",
    "-",
    ".",
    "e",
    "+",
    "12",
    "true",
    "false",
    "null",
    " ",
    "\n",
    "\"a\":1",
    "tru",
    "01",
    "\t",
    "\"\\x\""
  };

  private final JsonFactory jackson = new JsonFactory();

  @Test
  void acceptsExactlyWhatJacksonAccepts() {
    Random random = new Random(5);
    for (int round = 0; round < ROUNDS; round++) {
      StringBuilder text = new StringBuilder();
      for (int left = 1 + random.nextInt(7); left > 0; left--) {
        text.append(PIECES[random.nextInt(PIECES.length)]);
      }
      byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
      assertEquals(jacksonAccepts(bytes), accepts(bytes), text::toString);
    }
  }

  private boolean jacksonAccepts(byte[] bytes) {
    try (JsonParser parser = jackson.createParser(bytes)) {
      if (parser.nextToken() == null) {
        return false;
      }
      parser.skipChildren();
      // Jackson decodes a string when it is asked for or passed over.
      parser.finishToken();
      return parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean accepts(byte[] bytes) {
    JsonScanner scanner = new JsonScanner(SqlType.array(SqlType.INT));
    scanner.bind(bytes, 0, bytes.length);
    try {
      scanner.skipValue();
      scanner.expectEnd();
      return true;
    } catch (CodecException e) {
      return false;
    }
  }

  @Test
  void valuesThatNobodyReadsAreBoundedInDepth() {
    byte[] bytes = "[".repeat(100_000).getBytes(StandardCharsets.US_ASCII);
    JsonScanner scanner = new JsonScanner(SqlType.array(SqlType.INT));
    scanner.bind(bytes, 0, bytes.length);
    CodecException e = assertThrows(CodecException.class, scanner::skipValue);
    assertEquals(CodecException.Code.CORRUPT_VALUE, e.code());
  }

  @Test
  void halvesOfSurrogatePairsAreNoCharacters() {
    for (String text : new String[] {"\"\\ud83d\"", "\"\\ude00\"", "\"\\ud83d\\u0041\""}) {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      JsonScanner scanner = new JsonScanner(SqlType.array(SqlType.STRING));
      scanner.bind(bytes, 0, bytes.length);
      assertThrows(CodecException.class, () -> scanner.readString(new ByteBuilder()), text);
    }
  }
}
