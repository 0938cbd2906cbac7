package org.apache.spark.sql.hbase.codec.value;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.Decimals;
import org.apache.spark.sql.hbase.codec.types.FixedWidths;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * Texts of other programs: written as TEXT, read as Spark's CAST reads them in ANSI mode. A
 * TIMESTAMP without a zone is in UTC. What depends on more than the text is refused: times without
 * a date, and zones that are no offset from UTC. Decoding allocates.
 */
final class CastTextCodec extends ValueCodec {
  /** Far beyond any value; keeps the work bounded on bytes that are no value at all. */
  private static final int MAX_LENGTH = 1000;

  private final ValueCodec writer;

  /**
   * @param writer of the same type, in TEXT
   */
  CastTextCodec(ValueCodec writer) {
    super(writer.type(), ValueEncoding.CAST_TEXT);
    this.writer = writer;
  }

  @Override
  public void decode(byte[] bytes, int offset, int length, ValueSink sink) {
    if (length > MAX_LENGTH || !read(bytes, offset, offset + length, sink)) {
      throw corrupt("CAST reads no such value from it", bytes, offset, length);
    }
  }

  private boolean read(byte[] data, int start, int end, ValueSink sink) {
    return switch (type().kind()) {
      case DECIMAL ->
          readDecimal(new String(data, start, end - start, StandardCharsets.UTF_8), sink);
      case TIMESTAMP, TIMESTAMP_NTZ -> readTimestamp(data, start, end, sink);
      case FLOAT, DOUBLE -> readFloating(data, start, end, sink);
      default -> readNumber(data, start, end, sink);
    };
  }

  private boolean readNumber(byte[] data, int start, int end, ValueSink sink) {
    CastText text = new CastText();
    boolean isRead =
        switch (type().kind()) {
          case BOOLEAN -> text.readBoolean(data, start, end);
          case DATE -> text.readDate(data, start, end);
          default ->
              text.readInteger(data, start, end, false)
                  && text.number() >= FixedWidths.min(type())
                  && text.number() <= FixedWidths.max(type());
        };
    if (isRead) {
      sink.putLong(text.number());
    }
    return isRead;
  }

  private boolean readFloating(byte[] data, int start, int end, ValueSink sink) {
    CastText text = new CastText();
    boolean isRead = text.readFloating(data, start, end, type().kind() == SqlType.Kind.FLOAT);
    if (isRead) {
      sink.putDouble(text.floating());
    }
    return isRead;
  }

  private boolean readDecimal(String text, ValueSink sink) {
    BigDecimal value;
    try {
      value = DecimalText.parse(text.trim());
    } catch (NumberFormatException e) {
      return false;
    }
    long wholeDigits = (long) value.precision() - value.scale();
    if (value.signum() == 0 || wholeDigits < -SqlType.MAX_PRECISION) {
      // Rounds to 0 without the power of ten that an exponent like E-999999999 asks for.
      value = BigDecimal.ZERO;
    } else if (wholeDigits > SqlType.MAX_PRECISION) {
      return false;
    }
    return Decimals.put(value.setScale(type().scale(), RoundingMode.HALF_UP), type(), sink);
  }

  private boolean readTimestamp(byte[] data, int start, int end, ValueSink sink) {
    TimestampText text = new TimestampText(CastTextCodec::offset);
    int from = CastText.trimmedStart(data, start, end);
    try {
      boolean isRead = text.read(data, from, CastText.trimmedEnd(data, from, end), from == start);
      if (!isRead || text.isTimeOnly()) {
        return false;
      }
      boolean isLocal = type().kind() == SqlType.Kind.TIMESTAMP_NTZ || text.zone() == null;
      ZoneId zone = isLocal ? ZoneOffset.UTC : text.zone();
      sink.putLong(
          TimestampText.micros(
              LocalDateTime.of(text.date(), text.time()).atZone(zone).toInstant()));
      return true;
    } catch (DateTimeException | ArithmeticException e) {
      return false;
    }
  }

  private static ZoneId offset(String name) {
    if (!TimestampText.isOffset(name)) {
      throw new DateTimeException("the rules of a zone may change");
    }
    return ZoneId.of(name);
  }

  @Override
  public void encodeLong(long value, ByteBuilder out) {
    writer.encodeLong(value, out);
  }

  @Override
  public void encodeDouble(double value, ByteBuilder out) {
    writer.encodeDouble(value, out);
  }

  @Override
  public void encodeDecimal128(long high, long low, ByteBuilder out) {
    writer.encodeDecimal128(high, low, out);
  }

  @Override
  public void encodeBytes(byte[] bytes, int offset, int length, ByteBuilder out) {
    writer.encodeBytes(bytes, offset, length, out);
  }
}
