package org.apache.spark.sql.hbase.engine.expression.kernel;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.types.Int128;
import org.apache.spark.sql.hbase.wire.proto.Literal;
import org.apache.spark.sql.hbase.wire.proto.Values;

/**
 * The value of a literal. Only the fields of the type's physical kind have a meaning, and none if
 * it is NULL.
 *
 * @param low LONG, and the low half of DECIMAL128
 * @param bytes shared, not copied
 */
public record Constant(
    SqlType type, boolean isNull, long high, long low, double floating, byte[] bytes) {
  public static final Constant TRUE = ofLong(SqlType.BOOLEAN, 1);

  /**
   * Makes a constant of a literal. The wire's validation has checked that the literal is a value of
   * the type.
   */
  public static Constant of(Literal literal, SqlType type) {
    return switch (literal.getValueCase()) {
      case NULL -> new Constant(type, true, 0, 0, 0, null);
      case BOOLEAN -> ofLong(type, literal.getBoolean() ? 1 : 0);
      case INTEGER -> ofLong(type, literal.getInteger());
      case FLOATING -> new Constant(type, false, 0, 0, literal.getFloating(), null);
      case BINARY -> new Constant(type, false, 0, 0, 0, literal.getBinary().toByteArray());
      case DECIMAL -> ofDecimal(type, literal.getDecimal());
      case VALUE_NOT_SET -> throw new IllegalArgumentException("the literal has no value");
    };
  }

  /**
   * Makes constants of a list. The wire's validation has checked that the list holds values of the
   * type.
   */
  public static Stream<Constant> allOf(Values values, SqlType type) {
    Stream<Constant> known =
        switch (type.physical()) {
          case LONG ->
              values.getDecimalsCount() > 0
                  ? values.getDecimalsList().stream().map(unscaled -> ofDecimal(type, unscaled))
                  // Without a box for each of maybe a million.
                  : IntStream.range(0, values.getIntegersCount())
                      .mapToObj(i -> ofLong(type, values.getIntegers(i)));
          case DOUBLE ->
              values.getFloatingsList().stream()
                  .map(value -> new Constant(type, false, 0, 0, value, null));
          case DECIMAL128 ->
              values.getDecimalsList().stream().map(unscaled -> ofDecimal(type, unscaled));
          case BYTES ->
              values.getBinariesList().stream()
                  .map(bytes -> new Constant(type, false, 0, 0, 0, bytes.toByteArray()));
        };
    Stream<Constant> unknown =
        values.getHasNull() ? Stream.of(new Constant(type, true, 0, 0, 0, null)) : Stream.empty();
    return Stream.concat(known, unknown);
  }

  private static Constant ofDecimal(SqlType type, ByteString unscaled) {
    Int128 value = new Int128();
    value.set(new BigInteger(unscaled.toByteArray()));
    return new Constant(type, false, value.high(), value.low(), 0, null);
  }

  private static Constant ofLong(SqlType type, long value) {
    return new Constant(type, false, value >> 63, value, 0, null);
  }
}
