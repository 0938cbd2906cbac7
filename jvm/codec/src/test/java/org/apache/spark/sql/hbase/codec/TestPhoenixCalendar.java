package org.apache.spark.sql.hbase.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.LocalDate;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.TimeZone;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.junit.jupiter.api.Test;

/** Phoenix counts in Java's old calendar, which is Julian before 1582-10-15. */
class TestPhoenixCalendar {
  @Test
  void aJulianDateIsReadAsTheSameDayOfTheGregorianCalendar() {
    assertEquals(LocalDate.of(1500, 1, 10), read(1500, Calendar.JANUARY, 1));
    assertEquals(LocalDate.of(1582, 10, 14), read(1582, Calendar.OCTOBER, 4));
    assertEquals(LocalDate.of(1582, 10, 15), read(1582, Calendar.OCTOBER, 15));
  }

  private static LocalDate read(int year, int month, int day) {
    Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("GMT"));
    calendar.clear();
    calendar.set(year, month, day);
    ByteBuilder bytes = new ByteBuilder();
    bytes.appendLong(calendar.getTimeInMillis() ^ Long.MIN_VALUE);
    RecordingSink sink = new RecordingSink();
    ValueCodecs.of(SqlType.DATE, ValueEncoding.PHOENIX)
        .decode(bytes.toByteArray(), 0, Long.BYTES, sink);
    return LocalDate.ofEpochDay((Long) sink.take());
  }
}
