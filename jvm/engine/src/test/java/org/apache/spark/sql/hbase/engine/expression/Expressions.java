package org.apache.spark.sql.hbase.engine.expression;

import com.google.protobuf.ByteString;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Literal;

/** Writes expression messages in one line. */
final class Expressions {
  private Expressions() {}

  static Expression column(int position, SqlType type) {
    return Expression.newBuilder().setType(SqlTypes.toWire(type)).setColumn(position).build();
  }

  /** {@code value} as {@link Values} spells it; null is the NULL of that type. */
  static Expression literal(SqlType type, Object value) {
    Literal.Builder literal = Literal.newBuilder();
    if (value == null) {
      literal.setNull(true);
    } else if (value instanceof Boolean flag) {
      literal.setBoolean(flag);
    } else if (value instanceof BigDecimal decimal) {
      literal.setDecimal(
          ByteString.copyFrom(decimal.setScale(type.scale()).unscaledValue().toByteArray()));
    } else if (value instanceof Double number) {
      literal.setFloating(number);
    } else if (value instanceof String text) {
      literal.setBinary(ByteString.copyFrom(text.getBytes(StandardCharsets.UTF_8)));
    } else if (value instanceof byte[] bytes) {
      literal.setBinary(ByteString.copyFrom(bytes));
    } else {
      literal.setInteger(((Number) value).longValue());
    }
    return Expression.newBuilder().setType(SqlTypes.toWire(type)).setLiteral(literal).build();
  }

  static Expression call(SqlType type, Function function, Expression... arguments) {
    return call(type, function, EvalMode.EVAL_MODE_UNSPECIFIED, "", arguments);
  }

  static Expression call(SqlType type, Function function, EvalMode mode, Expression... arguments) {
    return call(type, function, mode, "", arguments);
  }

  static Expression inZone(SqlType type, Function function, String zone, Expression... arguments) {
    return call(type, function, EvalMode.EVAL_MODE_UNSPECIFIED, zone, arguments);
  }

  static Expression cast(SqlType to, EvalMode mode, Expression operand) {
    return call(to, Function.CAST, mode, operand);
  }

  static Expression castInZone(SqlType to, String zone, Expression operand) {
    return call(to, Function.CAST, EvalMode.ANSI, zone, operand);
  }

  private static Expression call(
      SqlType type, Function function, EvalMode mode, String zone, Expression... arguments) {
    Call call =
        Call.newBuilder()
            .setFunction(function)
            .setEvalMode(mode)
            .setTimeZone(zone)
            .addAllArguments(List.of(arguments))
            .build();
    return Expression.newBuilder().setType(SqlTypes.toWire(type)).setCall(call).build();
  }
}
