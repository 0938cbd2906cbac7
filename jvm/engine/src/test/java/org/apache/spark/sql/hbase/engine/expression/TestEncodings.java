package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.literal;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

class TestEncodings {

  @Test
  void numbersAreTwosComplementWithoutZerosBeforeIt() {
    assertEquals("0", ofNumber(Function.HEX, 0));
    assertEquals("FFFFFFFFFFFFFFFF", ofNumber(Function.HEX, -1));
    assertEquals("101", ofNumber(Function.BINARY_DIGITS, 5));
    assertEquals("1" + "0".repeat(63), ofNumber(Function.BINARY_DIGITS, Long.MIN_VALUE));
  }

  @Test
  void charactersAreThoseOfLatin1() {
    assertEquals("A", ofNumber(Function.CHARACTER, 'A' + 256));
    assertEquals("é", ofNumber(Function.CHARACTER, 'é'));
    assertEquals("\0", ofNumber(Function.CHARACTER, 512));
    assertEquals("", ofNumber(Function.CHARACTER, -1));
  }

  @Test
  void bytesAreTwoDigitsEach() {
    assertEquals("00FF7A", ofBytes(Function.HEX, new byte[] {0, -1, 'z'}));
    assertEquals("C3A9", ofText(SqlType.STRING, Function.HEX, "é"));
    assertEquals("", ofText(SqlType.STRING, Function.HEX, ""));
  }

  @Test
  void aFirstDigitMayStandAlone() {
    assertArrayEquals(new byte[] {0, -1}, bytesOf("00fF"));
    assertArrayEquals(new byte[] {0x0A, (byte) 0xBC}, bytesOf("abc"));
    assertArrayEquals(new byte[0], bytesOf(""));
    assertNull(bytesOf("0g"));
    assertNull(bytesOf("é"));
  }

  @Test
  void theFirstCodePointMayBeWideOrBroken() {
    assertEquals((long) 'a', ofText(SqlType.INT, Function.ASCII, "ab"));
    assertEquals(0x1F600L, ofText(SqlType.INT, Function.ASCII, "😀"));
    assertEquals(0L, ofText(SqlType.INT, Function.ASCII, ""));
    Object broken =
        Rows.column(SqlType.STRING, (Object) new byte[] {(byte) 0xE2, 'a'})
            .evaluate(call(SqlType.INT, Function.ASCII, column(0, SqlType.STRING)))
            .get(0);
    assertEquals(0xFFFDL, broken);
  }

  @Test
  void base64BreaksLinesWhereItIsAskedTo() {
    byte[] bytes = new byte[58];
    assertEquals("A".repeat(78) + "==", base64(bytes, false));
    assertEquals("A".repeat(76) + "\r\nAA==", base64(bytes, true));
  }

  private static Object base64(byte[] bytes, boolean breaksLines) {
    Expression lines = literal(SqlType.BOOLEAN, breaksLines);
    return Rows.column(SqlType.BINARY, (Object) bytes)
        .evaluate(call(SqlType.STRING, Function.BASE64, column(0, SqlType.BINARY), lines))
        .get(0);
  }

  private static Object ofNumber(Function function, long value) {
    return Rows.column(SqlType.BIGINT, value)
        .evaluate(call(SqlType.STRING, function, column(0, SqlType.BIGINT)))
        .get(0);
  }

  private static Object ofBytes(Function function, byte[] value) {
    return Rows.column(SqlType.BINARY, (Object) value)
        .evaluate(call(SqlType.STRING, function, column(0, SqlType.BINARY)))
        .get(0);
  }

  private static byte[] bytesOf(String hex) {
    return (byte[]) ofText(SqlType.BINARY, Function.UNHEX, hex);
  }

  private static Object ofText(SqlType result, Function function, String value) {
    return Rows.column(SqlType.STRING, value)
        .evaluate(call(result, function, column(0, SqlType.STRING)))
        .get(0);
  }
}
