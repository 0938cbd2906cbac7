package org.apache.spark.sql.hbase.engine.expression.textcast;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.arithmetic.IntegerWidth;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.ZoneOffsets;

/** The casts from and to STRING and BINARY that the engine computes. */
public final class TextCasts {
  private TextCasts() {}

  /** True if the cast is one of this package's, computed or not. */
  public static boolean isText(TypedCall call) {
    return isText(call.type(0)) || isText(call.result());
  }

  private static boolean isText(SqlType type) {
    return type.equals(SqlType.STRING) || type.equals(SqlType.BINARY);
  }

  /** Tells whether the engine computes a cast for which {@link #isText} is true. */
  public static boolean isSupported(TypedCall call) {
    SqlType from = call.type(0);
    SqlType to = call.result();
    if (from.equals(SqlType.STRING)) {
      return !to.equals(SqlType.TIMESTAMP) || call.hasZone();
    }
    return to.equals(SqlType.STRING)
        ? !from.equals(SqlType.TIMESTAMP) || call.hasZone()
        : IntegerWidth.isInteger(from) && call.mode() == OverflowMode.WRAP;
  }

  /** True if some text can make the cast raise. */
  public static boolean mayRaise(TypedCall call) {
    return call.isAnsi() && call.type(0).equals(SqlType.STRING) && !isText(call.result());
  }

  /** Compiles a cast for which {@link #isSupported} is true. */
  public static VectorExpression compile(TypedCall call, VectorExpression operand) {
    SqlType from = call.type(0);
    SqlType to = call.result();
    OverflowMode mode = call.mode();
    return switch (to.kind()) {
      case BOOLEAN -> new TextToBoolean(mode, operand);
      case TINYINT, SMALLINT, INT, BIGINT -> new TextToInteger(to, mode, operand);
      case FLOAT, DOUBLE -> new TextToFloating(to, mode, operand);
      case DECIMAL -> new TextToDecimal(to, mode, operand);
      case DATE -> new TextToDate(mode, operand);
      case TIMESTAMP -> TextToTimestamp.inZone(call, operand);
      case TIMESTAMP_NTZ -> TextToTimestamp.onTheWallClock(call, operand);
      case BINARY ->
          from.equals(SqlType.STRING) ? new SameBytes(to, operand) : new IntegerToBytes(operand);
      case STRING ->
          switch (from.kind()) {
            case STRING, BINARY -> new SameBytes(to, operand);
            case FLOAT, DOUBLE -> new FloatingToText(operand);
            case DECIMAL -> new DecimalToText(mode, operand);
            case TIMESTAMP, TIMESTAMP_NTZ -> new TimeToText(ZoneOffsets.of(call, from), operand);
            default -> new IntegerToText(operand);
          };
      case STRUCT, ARRAY, MAP ->
          throw new IllegalArgumentException("no cast: " + from + " to " + to);
    };
  }
}
