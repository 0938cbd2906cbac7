package org.apache.spark.sql.hbase.engine.expression.textcast;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.CivilDate;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.Micros;

/**
 * A date, or a date and a time of day, as text: {@code 2024-02-29 13:45:06.12}. Years outside of 0
 * to 9999 have a sign; a fraction of a second has no zeros at its end. Reusable.
 */
final class DateTimeText {
  private final ByteBuilder text = new ByteBuilder();

  void setDate(long days) {
    text.reset();
    int year = CivilDate.year(days);
    if (year < 0 || year > 9999) {
      byte[] date = LocalDate.ofEpochDay(days).toString().getBytes(StandardCharsets.US_ASCII);
      text.appendBytes(date, 0, date.length);
      return;
    }
    appendTwoDigits(year / 100);
    appendTwoDigits(year % 100);
    text.appendByte('-');
    appendTwoDigits(CivilDate.month(days));
    text.appendByte('-');
    appendTwoDigits(CivilDate.dayOfMonth(days));
  }

  /** The wall clock at some seconds since 1970 and a part of a second. */
  void setDateTime(long localSeconds, int micros) {
    setDate(Math.floorDiv(localSeconds, Micros.SECONDS_PER_DAY));
    int secondOfDay = (int) Math.floorMod(localSeconds, Micros.SECONDS_PER_DAY);
    text.appendByte(' ');
    appendTwoDigits(secondOfDay / 3600);
    text.appendByte(':');
    appendTwoDigits(secondOfDay / 60 % 60);
    text.appendByte(':');
    appendTwoDigits(secondOfDay % 60);
    if (micros > 0) {
      text.appendByte('.');
      int rest = micros;
      for (int unit = 100_000; rest > 0; unit /= 10) {
        text.appendByte('0' + rest / unit);
        rest %= unit;
      }
    }
  }

  void appendTo(ColumnVector result) {
    result.putBytes(text.array(), 0, text.length());
  }

  private void appendTwoDigits(int number) {
    text.appendByte('0' + number / 10);
    text.appendByte('0' + number % 10);
  }
}
