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
import org.apache.spark.sql.hbase.engine.expression.hash.HashFunctions;
import org.apache.spark.sql.hbase.engine.expression.kernel.FunctionFamily;
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
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Which family computes which function: the one list of what the engine knows. */
final class FunctionFamilies {
  private static final List<FunctionFamily> ALL =
      List.of(
          new ComparisonFunctions(),
          new LogicFunctions(),
          new ArithmeticFunctions(),
          new BitFunctions(),
          new MathFunctions(),
          new RoundingFunctions(),
          new CastFunctions(),
          new TextFunctions(),
          new LetterCaseFunctions(),
          new PatternFunctions(),
          new EncodingFunctions(),
          new HashFunctions(),
          new DateFunctions(),
          new TimeFunctions(),
          new TimestampFunctions(),
          new EpochFunctions(),
          new NestedFunctions());

  private static final Map<Function, FunctionFamily> BY_FUNCTION = byFunction();

  private FunctionFamilies() {}

  /** Empty for a function that the engine does not know. */
  static Optional<FunctionFamily> of(Function function) {
    return Optional.ofNullable(BY_FUNCTION.get(function));
  }

  private static Map<Function, FunctionFamily> byFunction() {
    Map<Function, FunctionFamily> families = new EnumMap<>(Function.class);
    for (FunctionFamily family : ALL) {
      for (Function function : family.functions()) {
        if (families.put(function, family) != null) {
          throw new IllegalStateException("a function has two families: " + function);
        }
      }
    }
    return families;
  }
}
