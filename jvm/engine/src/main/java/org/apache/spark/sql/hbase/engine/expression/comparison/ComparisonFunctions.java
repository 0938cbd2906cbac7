package org.apache.spark.sql.hbase.engine.expression.comparison;

import java.util.List;
import java.util.function.BiFunction;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.function.Arguments;
import org.apache.spark.sql.hbase.engine.expression.function.Errors;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.function.Growth;
import org.apache.spark.sql.hbase.engine.expression.function.JavaUse;
import org.apache.spark.sql.hbase.engine.expression.function.Nulls;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Comparisons of values of one type, IN, GREATEST and LEAST. None of them raises an error. */
public final class ComparisonFunctions {
  public static final List<FunctionSpec> ALL =
      List.of(
          comparison(Function.EQUAL),
          comparison(Function.LESS_THAN),
          comparison(Function.LESS_THAN_OR_EQUAL),
          comparison(Function.GREATER_THAN),
          comparison(Function.GREATER_THAN_OR_EQUAL),
          new FunctionSpec(
              Function.EQUAL_NULL_SAFE,
              ComparisonFunctions::isComparison,
              Errors.NEVER,
              Nulls.BY_OWN_RULE,
              Growth.FIXED,
              Arguments.PLAIN,
              JavaUse.NOTHING,
              (call, operands) -> new NullSafeEqual(operands.at(0), operands.at(1))),
          new FunctionSpec(
              Function.IN,
              call ->
                  areComparable(call)
                      && call.result().equals(SqlType.BOOLEAN)
                      && call.isListOfConstants(),
              Errors.NEVER,
              Nulls.BY_OWN_RULE,
              Growth.FIXED,
              Arguments.constantFrom(0),
              JavaUse.NOTHING,
              ComparisonFunctions::in),
          extreme(Function.GREATEST, ExtremeExpression::greatest),
          extreme(Function.LEAST, ExtremeExpression::least));

  private ComparisonFunctions() {}

  private static FunctionSpec comparison(Function function) {
    return new FunctionSpec(
        function,
        ComparisonFunctions::isComparison,
        Errors.NEVER,
        Nulls.OF_ANY_ARGUMENT,
        Growth.FIXED,
        Arguments.constantFrom(0),
        JavaUse.NOTHING,
        ComparisonFunctions::comparison);
  }

  private static FunctionSpec extreme(
      Function function,
      BiFunction<SqlType, List<VectorExpression>, VectorExpression> compilation) {
    return new FunctionSpec(
        function,
        call -> areComparable(call) && call.result().equals(call.type(0)),
        Errors.NEVER,
        Nulls.BY_OWN_RULE,
        Growth.OF_ALL,
        Arguments.PLAIN,
        JavaUse.NOTHING,
        (call, operands) -> compilation.apply(call.result(), operands.all()));
  }

  /** Nested values are not compared: their bytes have another order than Spark gives them. */
  private static boolean areComparable(TypedCall call) {
    return call.argumentCount() >= 2 && call.allAre(call.type(0)) && !call.type(0).isNested();
  }

  private static boolean isComparison(TypedCall call) {
    return areComparable(call)
        && call.result().equals(SqlType.BOOLEAN)
        && call.argumentCount() == 2;
  }

  private static VectorExpression in(TypedCall call, Operands operands) {
    return new InExpression(
        operands.at(0),
        operands.shared(
            ConstantSet.class,
            () -> ConstantSet.of(call.type(0), call.listedConstants().toList())));
  }

  private static VectorExpression comparison(TypedCall call, Operands operands) {
    Comparison comparison = Comparison.of(call.function());
    if (isBytesValue(call, 1)) {
      return new BytesLiteralComparison(comparison, operands.at(0), call.constant(1).bytes());
    }
    if (isBytesValue(call, 0)) {
      return new BytesLiteralComparison(
          Comparison.of(mirrored(call.function())), operands.at(1), call.constant(0).bytes());
    }
    return new ComparisonExpression(comparison, operands.at(0), operands.at(1));
  }

  /**
   * The function that is true of (b, a) where this one is true of (a, b); the same one for what is
   * no comparison.
   */
  public static Function mirrored(Function comparison) {
    return switch (comparison) {
      case LESS_THAN -> Function.GREATER_THAN;
      case LESS_THAN_OR_EQUAL -> Function.GREATER_THAN_OR_EQUAL;
      case GREATER_THAN -> Function.LESS_THAN;
      case GREATER_THAN_OR_EQUAL -> Function.LESS_THAN_OR_EQUAL;
      default -> comparison;
    };
  }

  private static boolean isBytesValue(TypedCall call, int argument) {
    return call.isValue(argument) && call.type(argument).physical() == SqlType.Physical.BYTES;
  }
}
