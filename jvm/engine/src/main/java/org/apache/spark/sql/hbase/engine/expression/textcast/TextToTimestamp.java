package org.apache.spark.sql.hbase.engine.expression.textcast;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.time.Micros;

/**
 * STRING to TIMESTAMP, in the zone of the text or else of the call, and to TIMESTAMP_NTZ, where a
 * zone in the text means nothing. A time of day alone is today's, and no TIMESTAMP_NTZ. Allocates.
 */
final class TextToTimestamp extends TextCast {
  /** Null for TIMESTAMP_NTZ. */
  private final ZoneId zone;

  private final TimestampText text;

  private TextToTimestamp(TypedCall call, ZoneId zone, VectorExpression operand) {
    super(call.result(), call.mode(), operand);
    this.zone = zone;
    this.text = new TimestampText(call.hasTextZonesOfThisJava());
  }

  static TextToTimestamp inZone(TypedCall call, VectorExpression operand) {
    return new TextToTimestamp(call, ZoneId.of(call.zone()), operand);
  }

  static TextToTimestamp onTheWallClock(TypedCall call, VectorExpression operand) {
    return new TextToTimestamp(call, null, operand);
  }

  @Override
  boolean parse(byte[] data, int start, int end, ColumnVector result, int row) {
    int from = trimmedStart(data, start, end);
    try {
      boolean isRead = text.read(data, from, trimmedEnd(data, from, end), from == start);
      if (!isRead || zone == null && text.isTimeOnly()) {
        return false;
      }
      result.longs[row] = micros(instant());
      return true;
    } catch (DateTimeException | ArithmeticException e) {
      return false;
    }
  }

  private Instant instant() {
    LocalTime time = text.time();
    if (zone == null) {
      return LocalDateTime.of(text.date(), time).toInstant(ZoneOffset.UTC);
    }
    ZoneId used = text.zone() == null ? zone : text.zone();
    LocalDate date = text.isTimeOnly() ? LocalDate.now(used) : text.date();
    return ZonedDateTime.of(date, time, used).toInstant();
  }

  private static long micros(Instant instant) {
    long second = instant.getEpochSecond();
    long micros = instant.getNano() / 1000;
    // The first microseconds of the range lie in a second whose start is out of it.
    return second < 0
        ? Math.addExact(
            Math.multiplyExact(second + 1, Micros.PER_SECOND), micros - Micros.PER_SECOND)
        : Math.addExact(Math.multiplyExact(second, Micros.PER_SECOND), micros);
  }
}
