package org.apache.spark.sql.hbase.engine.expression.kernel;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.Month;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.FloatingDigits;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Literal;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.Values;

/**
 * The rules that calls take from Java instead of from this engine. They may differ between Spark
 * and a region server: rules of time zones, English names of months and days, functions of DOUBLE
 * in the last digit, and the digits of {@link JavaDigits}. A plan states the rules of its writer's
 * Java; an engine on another Java refuses the call. docs/FORMAT.md, "Rules of Java". Thread-safe.
 */
public final class JavaRules {
  private static final int SAMPLES = 256;

  private static final Set<Descriptor> WITHOUT_EXPRESSIONS =
      Set.of(Literal.getDescriptor(), Values.getDescriptor(), DataType.getDescriptor());

  private JavaRules() {}

  /** The names that texts of dates hold. */
  private static final class Names {
    private static final long DIGEST = compute();

    private static long compute() {
      ZoneDigests.Digest digest = new ZoneDigests.Digest("names");
      for (TextStyle style : List.of(TextStyle.FULL, TextStyle.SHORT)) {
        for (Month month : Month.values()) {
          digest.text(month.getDisplayName(style, Locale.US));
        }
        for (DayOfWeek day : DayOfWeek.values()) {
          digest.text(day.getDisplayName(style, Locale.US));
        }
      }
      DateTimeFormatter half = DateTimeFormatter.ofPattern("a", Locale.US);
      return digest.text(half.format(LocalTime.MIDNIGHT)).text(half.format(LocalTime.NOON)).value();
    }
  }

  /** Values of the functions whose last digit Java leaves open, at some places. */
  private static final class DoubleFunctions {
    private static final long DIGEST = compute();

    private static long compute() {
      ZoneDigests.Digest digest = new ZoneDigests.Digest("doubles");
      for (int i = 1; i <= SAMPLES; i++) {
        double x = i * 0.7390851332151607;
        double large = x * x * x * 1e3;
        double fraction = i / (SAMPLES + 0.5);
        double[] values = {
          Math.sin(x),
          Math.cos(x),
          Math.tan(x),
          Math.sin(large),
          Math.cos(large),
          Math.tan(large),
          Math.sin(fraction),
          Math.cos(fraction),
          Math.tan(fraction),
          Math.asin(fraction),
          Math.acos(fraction),
          Math.atan(x),
          Math.atan2(x, large),
          Math.sinh(x / 8),
          Math.cosh(x / 8),
          Math.tanh(x / 64),
          Math.tanh(fraction),
          Math.cbrt(x),
          Math.cbrt(large),
          Math.hypot(x, large),
          Math.hypot(fraction, x),
          Math.toDegrees(x),
          Math.toRadians(x)
        };
        for (double value : values) {
          digest.number(Double.doubleToLongBits(value));
        }
      }
      return digest.value();
    }
  }

  /** The digest of what a call takes from this Java; 0 if it takes nothing. */
  static long of(TypedCall call) {
    long rules = ZoneDigests.of(call.zone());
    if (takesNames(call)) {
      rules ^= Names.DIGEST;
    }
    if (takesDoubleFunctions(call.function())) {
      rules ^= DoubleFunctions.DIGEST;
    }
    return rules;
  }

  /** The digest of all zones if the call reads texts that may name one, else 0. */
  static long textZones(TypedCall call) {
    return readsZones(call) ? ZoneDigests.ofAll() : 0;
  }

  private static boolean takesNames(TypedCall call) {
    boolean hasPattern =
        call.function() == Function.DATE_FORMAT || call.function() == Function.PARSE_TIMESTAMP;
    return hasPattern
        && IntStream.range(0, call.argumentCount())
            .filter(i -> call.type(i).equals(SqlType.STRING) && call.isValue(i))
            .mapToObj(call::text)
            .anyMatch(pattern -> pattern.contains("MMM") || pattern.matches("(?s).*[Ea].*"));
  }

  private static boolean takesDoubleFunctions(Function function) {
    return switch (function) {
      case SIN, COS, TAN, COT, SEC, CSC, ASIN, ACOS, ATAN, ATAN2 -> true;
      case SINH, COSH, TANH, CBRT, HYPOT, DEGREES, RADIANS -> true;
      default -> false;
    };
  }

  private static boolean readsZones(TypedCall call) {
    return call.function() == Function.CAST
        && call.argumentCount() == 1
        && castsAny(
            call.type(0),
            call.result(),
            (from, to) ->
                from.equals(SqlType.STRING)
                    && (to.equals(SqlType.TIMESTAMP) || to.equals(SqlType.TIMESTAMP_NTZ)));
  }

  private static boolean takesDigits(TypedCall call) {
    return switch (call.function()) {
      case CAST ->
          call.argumentCount() == 1
              && castsAny(
                  call.type(0),
                  call.result(),
                  (from, to) ->
                      isFloating(from)
                          && (to.equals(SqlType.STRING) || to.kind() == SqlType.Kind.DECIMAL));
      case ROUND, BROUND -> isFloating(call.type(0));
      default -> false;
    };
  }

  private static boolean isFloating(SqlType type) {
    return type.equals(SqlType.FLOAT) || type.equals(SqlType.DOUBLE);
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

  /**
   * States what a call takes from this Java, where the call does not say so yet. Of an expression
   * that is no call nothing changes.
   */
  public static void state(Expression.Builder expression) {
    if (!expression.hasCall()) {
      return;
    }
    TypedCall typed = TypedCall.of(expression.build());
    Call.Builder call = expression.getCallBuilder();
    if (call.getJavaRules() == 0) {
      call.setJavaRules(of(typed));
    }
    if (call.getTextZoneRules() == 0) {
      call.setTextZoneRules(textZones(typed));
    }
    if (call.getFloatingDigits() == FloatingDigits.FLOATING_DIGITS_UNSPECIFIED
        && takesDigits(typed)) {
      call.setFloatingDigits(JavaDigits.own());
    }
  }

  /**
   * A plan all of whose calls state what they take from this Java.
   *
   * @param plan a valid one
   */
  public static SubPlan stated(SubPlan plan) {
    SubPlan.Builder builder = plan.toBuilder();
    builder.getOperatorsBuilderList().forEach(JavaRules::stateAll);
    return builder.build();
  }

  private static void stateAll(Message.Builder message) {
    if (message instanceof Expression.Builder expression) {
      state(expression);
    }
    for (FieldDescriptor field : message.getAllFields().keySet()) {
      if (!holdsExpressions(field)) {
        continue;
      }
      if (field.isRepeated()) {
        for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
          stateAll(message.getRepeatedFieldBuilder(field, i));
        }
      } else {
        stateAll(message.getFieldBuilder(field));
      }
    }
  }

  /**
   * The digest of all that a plan takes from this Java; 0 if it takes nothing. Two processes with
   * the same digest give the same answer.
   *
   * @param plan a valid one
   */
  public static long ofPlan(SubPlan plan) {
    TreeSet<Long> rules = new TreeSet<>();
    plan.getOperatorsList().forEach(operator -> collect(operator, rules));
    rules.remove(0L);
    if (rules.isEmpty()) {
      return 0;
    }
    ZoneDigests.Digest digest = new ZoneDigests.Digest("plan");
    rules.forEach(digest::number);
    return digest.value();
  }

  private static void collect(Message message, TreeSet<Long> rules) {
    if (message instanceof Expression expression && expression.hasCall()) {
      TypedCall call = TypedCall.of(expression);
      rules.add(of(call));
      rules.add(textZones(call));
      rules.add(takesDigits(call) ? (long) JavaDigits.own().getNumber() : 0L);
    }
    message
        .getAllFields()
        .forEach(
            (field, value) -> {
              if (holdsExpressions(field)) {
                List<?> messages = field.isRepeated() ? (List<?>) value : List.of(value);
                messages.forEach(inner -> collect((Message) inner, rules));
              }
            });
  }

  /** Lists of values can be long, and hold no calls. */
  private static boolean holdsExpressions(FieldDescriptor field) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        && !WITHOUT_EXPRESSIONS.contains(field.getMessageType());
  }

  /**
   * The digest of all rules of this Java, as 16 hexadecimal digits: equal digests mean equal
   * answers.
   */
  public static String digest() {
    long digest =
        new ZoneDigests.Digest("java")
            .number(ZoneDigests.ofAll())
            .number(Names.DIGEST)
            .number(DoubleFunctions.DIGEST)
            .text(JavaDigits.own().name())
            .value();
    return String.format(Locale.ROOT, "%016x", digest);
  }

  /**
   * Describes the rules of this Java for people. The releases of Java and of the zone database
   * stand in brackets.
   */
  public static String describe() {
    return String.format(
        Locale.ROOT,
        "time zones %08x, %s, functions %08x, names %08x (%s)",
        ZoneDigests.ofAll() >>> Integer.SIZE,
        JavaDigits.own().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        DoubleFunctions.DIGEST >>> Integer.SIZE,
        Names.DIGEST >>> Integer.SIZE,
        release());
  }

  /** Names the releases of Java and of its zone database, which say nothing of equal answers. */
  public static String release() {
    return String.format(
        Locale.ROOT,
        "Java %d, tzdata %s",
        Runtime.version().feature(),
        ZoneDigests.databaseVersion());
  }
}
