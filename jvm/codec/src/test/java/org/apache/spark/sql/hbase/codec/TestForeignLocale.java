package org.apache.spark.sql.hbase.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** A process whose users read other digits writes the same bytes. */
@Isolated
class TestForeignLocale {
  private final Locale before = Locale.getDefault();

  @BeforeEach
  void readArabicDigits() {
    Locale.setDefault(Locale.forLanguageTag("ar-EG"));
    assertEquals("\u0665", String.format("%d", 5));
  }

  @AfterEach
  void readAsBefore() {
    Locale.setDefault(before);
  }

  @Test
  void textsHoldTheDigitsOfAscii() {
    assertEquals("1970-01-01T00:00:05.000007", text(SqlType.TIMESTAMP_NTZ, 5_000_007));
    assertEquals("1970-01-01T00:00:05.000007Z", text(SqlType.TIMESTAMP, 5_000_007));
    assertEquals("1970-01-06", text(SqlType.DATE, 5));
    assertEquals("5", text(SqlType.INT, 5));
    assertEquals("0.05", text(SqlType.decimal(9, 2), 5));
  }

  private static String text(SqlType type, long value) {
    ByteBuilder bytes = new ByteBuilder();
    ValueCodecs.of(type, ValueEncoding.TEXT).encodeLong(value, bytes);
    return new String(bytes.toByteArray(), UTF_8);
  }
}
