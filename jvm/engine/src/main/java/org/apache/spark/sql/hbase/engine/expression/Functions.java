package org.apache.spark.sql.hbase.engine.expression;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.hbase.engine.expression.arithmetic.ArithmeticFunctions;
import org.apache.spark.sql.hbase.engine.expression.arithmetic.BitFunctions;
import org.apache.spark.sql.hbase.engine.expression.cast.CastFunctions;
import org.apache.spark.sql.hbase.engine.expression.comparison.ComparisonFunctions;
import org.apache.spark.sql.hbase.engine.expression.encoding.EncodingFunctions;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.function.Growth;
import org.apache.spark.sql.hbase.engine.expression.function.Nulls;
import org.apache.spark.sql.hbase.engine.expression.function.ResultGrowth;
import org.apache.spark.sql.hbase.engine.expression.hash.HashFunctions;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.lettercase.LetterCaseFunctions;
import org.apache.spark.sql.hbase.engine.expression.logic.LogicFunctions;
import org.apache.spark.sql.hbase.engine.expression.math.MathFunctions;
import org.apache.spark.sql.hbase.engine.expression.math.RoundingFunctions;
import org.apache.spark.sql.hbase.engine.expression.nested.NestedFunctions;
import org.apache.spark.sql.hbase.engine.expression.pattern.PatternFunctions;
import org.apache.spark.sql.hbase.engine.expression.text.TextFunctions;
import org.apache.spark.sql.hbase.engine.expression.time.DateFunctions;
import org.apache.spark.sql.hbase.engine.expression.time.EpochFunctions;
import org.apache.spark.sql.hbase.engine.expression.time.TimeFunctions;
import org.apache.spark.sql.hbase.engine.expression.time.TimestampFunctions;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** The one list of the functions that the engine computes. */
public final class Functions {
  private static final List<List<FunctionSpec>> FAMILIES =
      List.of(
          ComparisonFunctions.ALL,
          LogicFunctions.ALL,
          ArithmeticFunctions.ALL,
          BitFunctions.ALL,
          MathFunctions.ALL,
          RoundingFunctions.ALL,
          CastFunctions.ALL,
          TextFunctions.ALL,
          LetterCaseFunctions.ALL,
          PatternFunctions.ALL,
          EncodingFunctions.ALL,
          HashFunctions.ALL,
          DateFunctions.ALL,
          TimeFunctions.ALL,
          TimestampFunctions.ALL,
          EpochFunctions.ALL,
          NestedFunctions.ALL);

  private static final Map<Function, FunctionSpec> BY_FUNCTION = byFunction();

  private Functions() {}

  /** Empty for a function that the engine does not know. */
  static Optional<FunctionSpec> find(Function function) {
    return Optional.ofNullable(BY_FUNCTION.get(function));
  }

  /** The spec of a function that the engine knows. */
  static FunctionSpec of(Function function) {
    return find(function).orElseThrow();
  }

  /** True if a call of the function is NULL wherever one of its arguments is. */
  public static boolean isNullOfAnyArgument(Function function) {
    return find(function).filter(spec -> spec.nulls() == Nulls.OF_ANY_ARGUMENT).isPresent();
  }

  /**
   * Bounds the value of a call, also of one that the engine does not compute.
   *
   * @throws PlanException UNSUPPORTED_FUNCTION if the function makes no values of variable length,
   *     or the engine does not know it
   */
  public static ResultGrowth growth(TypedCall call) {
    if (!ResultGrowth.isVariable(call.result())) {
      return ResultGrowth.NONE;
    }
    return find(call.function()).orElseThrow(() -> Growth.unbounded(call)).growth().of(call);
  }

  private static Map<Function, FunctionSpec> byFunction() {
    Map<Function, FunctionSpec> specs = new EnumMap<>(Function.class);
    for (List<FunctionSpec> family : FAMILIES) {
      for (FunctionSpec spec : family) {
        if (specs.put(spec.function(), spec) != null) {
          throw new IllegalStateException("A function is listed twice: " + spec.function() + ".");
        }
      }
    }
    return specs;
  }
}
