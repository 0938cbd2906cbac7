package org.apache.spark.sql.hbase.engine.expression.comparison;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.PlainFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Comparisons of values of one type, IN, GREATEST and LEAST. */
public final class ComparisonFunctions implements PlainFamily {
  private static final Set<Function> PLAIN =
      Collections.unmodifiableSet(
          EnumSet.of(
              Function.EQUAL,
              Function.LESS_THAN,
              Function.LESS_THAN_OR_EQUAL,
              Function.GREATER_THAN,
              Function.GREATER_THAN_OR_EQUAL,
              Function.EQUAL_NULL_SAFE,
              Function.IN,
              Function.GREATEST,
              Function.LEAST));

  @Override
  public Set<Function> functions() {
    return EnumSet.of(
        Function.EQUAL,
        Function.LESS_THAN,
        Function.LESS_THAN_OR_EQUAL,
        Function.GREATER_THAN,
        Function.GREATER_THAN_OR_EQUAL,
        Function.EQUAL_NULL_SAFE,
        Function.IN,
        Function.GREATEST,
        Function.LEAST);
  }

  /** Nested values are not compared: their bytes have another order than Spark gives them. */
  @Override
  public boolean supports(TypedCall call) {
    int count = call.argumentCount();
    if (count < 2 || !call.allAre(call.type(0)) || call.type(0).isNested()) {
      return false;
    }
    if (isExtreme(call)) {
      return call.result().equals(call.type(0));
    }
    if (!call.result().equals(SqlType.BOOLEAN)) {
      return false;
    }
    return call.function() == Function.IN ? call.isListOfConstants() : count == 2;
  }

  private static boolean isExtreme(TypedCall call) {
    return call.function() == Function.GREATEST || call.function() == Function.LEAST;
  }

  @Override
  public VectorExpression compile(TypedCall call, Operands operands) {
    return switch (call.function()) {
      case EQUAL_NULL_SAFE -> new NullSafeEqual(operands.at(0), operands.at(1));
      case IN ->
          new InExpression(
              operands.at(0),
              operands.shared(
                  ConstantSet.class,
                  () -> ConstantSet.of(call.type(0), call.listedConstants().toList())));
      case GREATEST -> ExtremeExpression.greatest(call.result(), operands.all());
      case LEAST -> ExtremeExpression.least(call.result(), operands.all());
      default -> comparison(call, operands);
    };
  }

  private static VectorExpression comparison(TypedCall call, Operands operands) {
    Comparison comparison = Comparison.of(call.function());
    if (isBytesValue(call, 1)) {
      return new BytesLiteralComparison(comparison, operands.at(0), call.constant(1).bytes());
    }
    if (isBytesValue(call, 0)) {
      return new BytesLiteralComparison(
          comparison.mirrored(), operands.at(1), call.constant(0).bytes());
    }
    return new ComparisonExpression(comparison, operands.at(0), operands.at(1));
  }

  private static boolean isBytesValue(TypedCall call, int argument) {
    return call.isValue(argument) && call.type(argument).physical() == SqlType.Physical.BYTES;
  }

  @Override
  public boolean takesConstant(TypedCall call, int argument) {
    return call.function() != Function.EQUAL_NULL_SAFE && !isExtreme(call);
  }

  @Override
  public Set<Function> plain() {
    return PLAIN;
  }
}
