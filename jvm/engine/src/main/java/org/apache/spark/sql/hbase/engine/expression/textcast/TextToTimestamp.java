package org.apache.spark.sql.hbase.engine.expression.textcast;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.function.Function;
import org.apache.spark.sql.hbase.codec.value.CastText;
import org.apache.spark.sql.hbase.codec.value.TimestampText;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.error.OverloadedException;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.ZoneDigests;

/**
 * STRING to TIMESTAMP, in the zone of the text or else of the call, and to TIMESTAMP_NTZ, where a
 * zone in the text means nothing. A time of day alone is today's, and no TIMESTAMP_NTZ. Allocates.
 */
final class TextToTimestamp extends TextCast {
  private static final Function<String, ZoneId> ANY_ZONE = TextToTimestamp::zone;

  /** Reads no text with a zone whose rules are others where the plan was made. */
  private static final Function<String, ZoneId> OFFSETS_ONLY =
      name -> {
        if (!TimestampText.isOffset(name)) {
          throw new OverloadedException(
              "A text names a time zone, whose rules differ between this Java and Spark's."
                  + " Use the same release of Java in both places.",
              Map.of("zone", name, "zonesOfThisJava", ZoneDigests.databaseVersion()));
        }
        return zone(name);
      };

  private static ZoneId zone(String name) {
    return ZoneId.of(name, ZoneId.SHORT_IDS);
  }

  /** Null for TIMESTAMP_NTZ. */
  private final ZoneId zone;

  private final TimestampText text;

  private TextToTimestamp(TypedCall call, ZoneId zone, VectorExpression operand) {
    super(call.result(), call.mode(), operand);
    this.zone = zone;
    this.text = new TimestampText(call.hasTextZonesOfThisJava() ? ANY_ZONE : OFFSETS_ONLY);
  }

  static TextToTimestamp inZone(TypedCall call, VectorExpression operand) {
    return new TextToTimestamp(call, ZoneId.of(call.zone()), operand);
  }

  static TextToTimestamp onTheWallClock(TypedCall call, VectorExpression operand) {
    return new TextToTimestamp(call, null, operand);
  }

  @Override
  boolean parse(byte[] data, int start, int end, ColumnVector result, int row) {
    int from = CastText.trimmedStart(data, start, end);
    try {
      boolean isRead = text.read(data, from, CastText.trimmedEnd(data, from, end), from == start);
      if (!isRead || zone == null && text.isTimeOnly()) {
        return false;
      }
      result.longs[row] = TimestampText.micros(instant());
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
}
