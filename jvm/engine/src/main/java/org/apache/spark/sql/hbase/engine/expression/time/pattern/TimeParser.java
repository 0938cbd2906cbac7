package org.apache.spark.sql.hbase.engine.expression.time.pattern;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.Micros;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.ZoneOffsets;

/**
 * Reads what a {@link DatePattern} writes, as Spark does with the same formatter of java.time. It
 * reads strictly, in letters of either case, with fewer digits of a fraction than the pattern has.
 * Fields that the pattern lacks are those of 1970-01-01 00:00. Immutable.
 */
public final class TimeParser {
  private static final int FIRST_YEAR = 1970;

  private final DateTimeFormatter formatter;

  /** Makes a parser of a pattern that can be parsed. */
  public TimeParser(DatePattern pattern) {
    DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().parseCaseInsensitive();
    pattern.appendTo(builder);
    this.formatter =
        builder
            .toFormatter(Locale.US)
            .withChronology(IsoChronology.INSTANCE)
            .withResolverStyle(ResolverStyle.STRICT);
  }

  /**
   * Microseconds since 1970 of a text on a wall clock.
   *
   * @throws DateTimeException if the text does not match, or names no date or time
   * @throws ArithmeticException if the microseconds do not fit
   */
  long parse(String text, ZoneOffsets zone) {
    TemporalAccessor fields = formatter.parse(text);
    LocalTime time = time(fields);
    long local = date(fields).toEpochDay() * Micros.SECONDS_PER_DAY + time.toSecondOfDay();
    long micros = time.get(ChronoField.MICRO_OF_SECOND);
    return Math.addExact(Math.multiplyExact(zone.toInstant(local), Micros.PER_SECOND), micros);
  }

  private static LocalDate date(TemporalAccessor fields) {
    LocalDate date = fields.query(TemporalQueries.localDate());
    return date != null
        ? date
        : LocalDate.of(
            field(fields, ChronoField.YEAR, FIRST_YEAR),
            field(fields, ChronoField.MONTH_OF_YEAR, 1),
            field(fields, ChronoField.DAY_OF_MONTH, 1));
  }

  private static LocalTime time(TemporalAccessor fields) {
    LocalTime time = fields.query(TemporalQueries.localTime());
    return time != null
        ? time
        : LocalTime.of(
            hour(fields),
            field(fields, ChronoField.MINUTE_OF_HOUR, 0),
            field(fields, ChronoField.SECOND_OF_MINUTE, 0),
            field(fields, ChronoField.NANO_OF_SECOND, 0));
  }

  /** An hour without AM and PM is one of the morning; PM without an hour is noon. */
  private static int hour(TemporalAccessor fields) {
    if (fields.isSupported(ChronoField.HOUR_OF_DAY)) {
      return fields.get(ChronoField.HOUR_OF_DAY);
    }
    return fields.isSupported(ChronoField.HOUR_OF_AMPM)
        ? fields.get(ChronoField.HOUR_OF_AMPM)
        : 12 * field(fields, ChronoField.AMPM_OF_DAY, 0);
  }

  private static int field(TemporalAccessor fields, ChronoField field, int otherwise) {
    return fields.isSupported(field) ? fields.get(field) : otherwise;
  }
}
