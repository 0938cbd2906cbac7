package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

class TestLetterCases {
  @Test
  void asciiLettersChangeCaseAndNothingElseDoes() {
    assertEquals("AZ@[`{09 \0", upper("az@[`{09 \0"));
    assertEquals("az@[`{09 \0", lower("AZ@[`{09 \0"));
    assertEquals("", upper(""));
  }

  @Test
  void oneLetterCanTurnIntoSeveral() {
    assertEquals("STRASSE", upper("straße"));
    assertEquals("FI", upper("ﬁ"));
    assertEquals("i\u0307", lower("İ"));
  }

  @Test
  void lettersBeyondTheFirstPlaneChangeCase() {
    assertEquals("𐐀", upper("𐐨"));
    assertEquals("𐐨", lower("𐐀"));
  }

  @Test
  void sigmaAtTheEndOfAWordIsFinal() {
    assertEquals("ὀδυσσεύς ος", lower("ὈΔΥΣΣΕΎΣ ΟΣ"));
    assertEquals("ας", lower("ΑΣ"));
    assertEquals("ας.", lower("ΑΣ."));
    assertEquals("ασ.α", lower("ΑΣ.Α"));
    assertEquals("σ", lower("Σ"));
    assertEquals("1σ", lower("1Σ"));
  }

  @Test
  void bytesThatAreNotUtf8AreReplaced() {
    // As Unicode recommends: one for a sequence that breaks off, one for each byte of a surrogate.
    assertEquals("\uFFFDA", upper(new byte[] {(byte) 0xE2, (byte) 0x82, 'a'}));
    assertEquals(
        "\uFFFD\uFFFD\uFFFDA", upper(new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80, 'a'}));
  }

  private static Object upper(Object value) {
    return one(Function.UPPER, value);
  }

  private static Object lower(Object value) {
    return one(Function.LOWER, value);
  }

  private static Object one(Function function, Object value) {
    return Rows.column(SqlType.STRING, value, null)
        .evaluate(call(SqlType.STRING, function, column(0, SqlType.STRING)))
        .get(0);
  }
}
