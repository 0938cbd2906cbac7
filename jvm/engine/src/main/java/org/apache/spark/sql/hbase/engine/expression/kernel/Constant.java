package org.apache.spark.sql.hbase.engine.expression.kernel;

import java.math.BigInteger;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.expression.decimal.Int128;
import org.apache.spark.sql.hbase.wire.proto.Literal;

/**
 * The value of a literal. Only the fields of the type's physical kind have a meaning, and none if
 * it is NULL.
 *
 * @param low LONG, and the low half of DECIMAL128
 * @param bytes shared, not copied
 */
public record Constant(
    SqlType type, boolean isNull, long high, long low, double floating, byte[] bytes) {

  /** Of a literal that the wire's validation has found to be a value of its type. */
  public static Constant of(Literal literal, SqlType type) {
    return switch (literal.getValueCase()) {
      case NULL -> new Constant(type, true, 0, 0, 0, null);
      case BOOLEAN -> ofLong(type, literal.getBoolean() ? 1 : 0);
      case INTEGER -> ofLong(type, literal.getInteger());
      case FLOATING -> new Constant(type, false, 0, 0, literal.getFloating(), null);
      case BINARY -> new Constant(type, false, 0, 0, 0, literal.getBinary().toByteArray());
      case DECIMAL -> {
        Int128 value = new Int128();
        value.set(new BigInteger(literal.getDecimal().toByteArray()));
        yield new Constant(type, false, value.high(), value.low(), 0, null);
      }
      case VALUE_NOT_SET -> throw new IllegalArgumentException("the literal has no value");
    };
  }

  private static Constant ofLong(SqlType type, long value) {
    return new Constant(type, false, value >> 63, value, 0, null);
  }
}
