package org.apache.spark.sql.hbase.engine.expression.cast;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.function.JavaRule;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;

/** The rules of Java that casts take, also casts of parts of nested values. Pure functions. */
final class CastJavaUse {
  private CastJavaUse() {}

  static Set<JavaRule> of(TypedCall call) {
    Set<JavaRule> rules = EnumSet.noneOf(JavaRule.class);
    if (call.argumentCount() == 1) {
      if (castsAny(call.type(0), call.result(), CastJavaUse::readsZones)) {
        rules.add(JavaRule.TEXT_ZONES);
      }
      if (castsAny(call.type(0), call.result(), CastJavaUse::writesDigits)) {
        rules.add(JavaRule.FLOATING_DIGITS);
      }
    }
    return rules;
  }

  private static boolean readsZones(SqlType from, SqlType to) {
    return from.equals(SqlType.STRING)
        && (to.equals(SqlType.TIMESTAMP) || to.equals(SqlType.TIMESTAMP_NTZ));
  }

  private static boolean writesDigits(SqlType from, SqlType to) {
    return (from.equals(SqlType.FLOAT) || from.equals(SqlType.DOUBLE))
        && (to.equals(SqlType.STRING) || to.kind() == SqlType.Kind.DECIMAL);
  }

  /** True if a type or a part of it is cast so; a text is the text of all parts. */
  private static boolean castsAny(
      SqlType from, SqlType to, BiPredicate<SqlType, SqlType> condition) {
    if (from.fields().isEmpty()) {
      return condition.test(from, to);
    }
    boolean isText = to.equals(SqlType.STRING);
    if (!isText && to.fields().size() != from.fields().size()) {
      return false;
    }
    return IntStream.range(0, from.fields().size())
        .anyMatch(
            i ->
                castsAny(
                    from.fields().get(i).type(),
                    isText ? to : to.fields().get(i).type(),
                    condition));
  }
}
