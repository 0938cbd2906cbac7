package org.apache.spark.sql.hbase.codec.value;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Locale;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.Decimals;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * DATE as {@code 2013-01-31}, TIMESTAMP as {@code 2013-01-31T05:00:00.000000Z} (always UTC),
 * TIMESTAMP_NTZ the same without the Z. Written with six fraction digits; read with none to six,
 * and with one blank in place of the T. Years outside 0000 to 9999 carry a sign, as in ISO 8601.
 */
final class TextDateTimeCodec extends TextCodec {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;
  private static final long NANOS_PER_MICRO = 1_000;
  private static final int MONTH_AND_DAY_LENGTH = "-MM-dd".length();
  private static final int TIME_LENGTH = "HH:mm:ss".length();
  private static final int YEAR_DIGITS = 4;
  private static final int MAX_YEAR_DIGITS = 7;
  private static final int MAX_FRACTION_DIGITS = 6;

  private final SqlType.Kind kind;

  TextDateTimeCodec(SqlType type) {
    super(type);
    this.kind = type.kind();
  }

  @Override
  public void decode(byte[] bytes, int offset, int length, ValueSink sink) {
    try {
      sink.putLong(
          kind == SqlType.Kind.DATE ? days(bytes, offset, length) : micros(bytes, offset, length));
    } catch (ArithmeticException e) {
      throw corrupt("the type does not reach that year", bytes, offset, length);
    }
  }

  private long days(byte[] bytes, int offset, int length) {
    LocalDate date = date(bytes, offset, offset + length);
    if (date == null) {
      throw corrupt("a value is a date like 2013-01-31", bytes, offset, length);
    }
    return Math.toIntExact(date.toEpochDay());
  }

  private long micros(byte[] bytes, int offset, int length) {
    boolean instant = kind == SqlType.Kind.TIMESTAMP;
    int end = offset + length;
    int separator = offset;
    while (separator < end && bytes[separator] != 'T' && bytes[separator] != ' ') {
      separator++;
    }
    int timeEnd = instant ? end - 1 : end;
    boolean zoned = !instant || (length > 0 && bytes[end - 1] == 'Z');
    LocalDate date = zoned ? date(bytes, offset, separator) : null;
    long time = date == null ? -1 : microsOfDay(bytes, separator + 1, timeEnd);
    if (time < 0) {
      String example = instant ? "2013-01-31T05:00:00.000000Z" : "2013-01-31T05:00:00.000000";
      throw corrupt("a value is a timestamp like " + example, bytes, offset, length);
    }
    long days = date.toEpochDay();
    // Before 1970 counts back from the next midnight, so that the first representable day does not
    // overflow.
    return days < 0
        ? Math.addExact(Math.multiplyExact(days + 1, MICROS_PER_DAY), time - MICROS_PER_DAY)
        : Math.addExact(Math.multiplyExact(days, MICROS_PER_DAY), time);
  }

  /** Null when the bytes are not a date. */
  private static LocalDate date(byte[] bytes, int offset, int end) {
    int yearEnd = end - MONTH_AND_DAY_LENGTH;
    boolean signed = offset < yearEnd && (bytes[offset] == '-' || bytes[offset] == '+');
    int yearStart = signed ? offset + 1 : offset;
    int yearDigits = yearEnd - yearStart;
    int minDigits = signed && bytes[offset] == '+' ? YEAR_DIGITS + 1 : YEAR_DIGITS;
    int maxDigits = signed ? MAX_YEAR_DIGITS : YEAR_DIGITS;
    boolean legalYear = yearDigits >= minDigits && yearDigits <= maxDigits;
    if (!legalYear || bytes[yearEnd] != '-' || bytes[yearEnd + 3] != '-') {
      return null;
    }
    int year = number(bytes, yearStart, yearEnd);
    int month = number(bytes, yearEnd + 1, yearEnd + 3);
    int day = number(bytes, yearEnd + 4, end);
    if (year < 0 || month < 1 || month > 12 || day < 1) {
      return null;
    }
    int signedYear = bytes[offset] == '-' ? -year : year;
    return day > YearMonth.of(signedYear, month).lengthOfMonth()
        ? null
        : LocalDate.of(signedYear, month, day);
  }

  /** -1 when the bytes are not {@code HH:mm:ss}, with a fraction of up to six digits or without. */
  private static long microsOfDay(byte[] bytes, int offset, int end) {
    int pointAt = offset + TIME_LENGTH;
    if (pointAt > end || bytes[offset + 2] != ':' || bytes[offset + 5] != ':') {
      return -1;
    }
    int hour = number(bytes, offset, offset + 2);
    int minute = number(bytes, offset + 3, offset + 5);
    int second = number(bytes, offset + 6, pointAt);
    int fractionDigits = end - pointAt - 1;
    int fraction = 0;
    if (pointAt < end) {
      boolean legal =
          bytes[pointAt] == '.' && fractionDigits >= 1 && fractionDigits <= MAX_FRACTION_DIGITS;
      fraction = legal ? number(bytes, pointAt + 1, end) : -1;
    }
    if (hour < 0
        || hour > 23
        || minute < 0
        || minute > 59
        || second < 0
        || second > 59
        || fraction < 0) {
      return -1;
    }
    long micros =
        pointAt < end ? fraction * Decimals.powerOfTen(MAX_FRACTION_DIGITS - fractionDigits) : 0;
    return ((hour * 60L + minute) * 60 + second) * MICROS_PER_SECOND + micros;
  }

  /** The number that the digits form, -1 when one of them is not a digit. */
  private static int number(byte[] bytes, int offset, int end) {
    int value = 0;
    for (int i = offset; i < end; i++) {
      if (!isDigit(bytes[i])) {
        return -1;
      }
      value = value * 10 + bytes[i] - '0';
    }
    return value;
  }

  @Override
  public void encodeLong(long value, ByteBuilder out) {
    if (kind == SqlType.Kind.DATE) {
      if ((int) value != value) {
        throw CodecException.outOfRange(type(), value);
      }
      append(LocalDate.ofEpochDay(value).toString(), out);
      return;
    }
    long seconds = Math.floorDiv(value, MICROS_PER_SECOND);
    long micros = Math.floorMod(value, MICROS_PER_SECOND);
    LocalDateTime when =
        LocalDateTime.ofEpochSecond(seconds, (int) (micros * NANOS_PER_MICRO), ZoneOffset.UTC);
    LocalTime time = when.toLocalTime();
    append(when.toLocalDate().toString(), out);
    append(
        String.format(
            Locale.ROOT,
            "T%02d:%02d:%02d.%06d",
            time.getHour(),
            time.getMinute(),
            time.getSecond(),
            micros),
        out);
    if (kind == SqlType.Kind.TIMESTAMP) {
      out.appendByte('Z');
    }
  }
}
