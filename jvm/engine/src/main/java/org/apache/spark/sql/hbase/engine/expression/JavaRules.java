package org.apache.spark.sql.hbase.engine.expression;

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
import org.apache.spark.sql.hbase.engine.expression.function.JavaRule;
import org.apache.spark.sql.hbase.engine.expression.kernel.JavaDigits;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.ZoneDigests;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.FloatingDigits;
import org.apache.spark.sql.hbase.wire.proto.Literal;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.Values;

/**
 * The rules that calls take from Java instead of from this engine. They may differ between Spark
 * and a region server. They are rules of time zones, English names of months and days, functions of
 * DOUBLE in the last digit, and the digits of {@link JavaDigits}. A plan states the rules of its
 * writer's Java; an engine on another Java refuses the call. docs/FORMAT.md, "Rules of Java".
 * Thread-safe.
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

  private static Set<JavaRule> takenBy(TypedCall call) {
    // A call of a function that the engine does not know is refused, whatever it takes.
    return Functions.find(call.function()).map(spec -> spec.javaUse().of(call)).orElse(Set.of());
  }

  /** The digest of what a call takes from this Java; 0 if it takes nothing. */
  private static long of(TypedCall call, Set<JavaRule> taken) {
    long rules = ZoneDigests.of(call.zone());
    if (taken.contains(JavaRule.NAMES)) {
      rules ^= Names.DIGEST;
    }
    if (taken.contains(JavaRule.DOUBLE_FUNCTIONS)) {
      rules ^= DoubleFunctions.DIGEST;
    }
    return rules;
  }

  /** The digest of all zones if the call reads texts that may name one, else 0. */
  private static long textZones(Set<JavaRule> taken) {
    return taken.contains(JavaRule.TEXT_ZONES) ? ZoneDigests.ofAll() : 0;
  }

  /** False if the call states rules, or digits, that this Java does not have. */
  static boolean has(TypedCall call) {
    return call.hasDigitsOfThisJava() && hasRules(call);
  }

  private static boolean hasRules(TypedCall call) {
    long stated = call.call().getJavaRules();
    return stated == 0 || stated == of(call, takenBy(call));
  }

  /** Says in words, for a refusal, which stated rules this Java does not have. */
  static String missing(TypedCall call) {
    return hasRules(call) ? "" : " by rules that this Java does not have (" + describe() + ")";
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
    Set<JavaRule> taken = takenBy(typed);
    Call.Builder call = expression.getCallBuilder();
    if (call.getJavaRules() == 0) {
      call.setJavaRules(of(typed, taken));
    }
    if (call.getTextZoneRules() == 0) {
      call.setTextZoneRules(textZones(taken));
    }
    if (call.getFloatingDigits() == FloatingDigits.FLOATING_DIGITS_UNSPECIFIED
        && taken.contains(JavaRule.FLOATING_DIGITS)) {
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
      Set<JavaRule> taken = takenBy(call);
      rules.add(of(call, taken));
      rules.add(textZones(taken));
      rules.add(
          taken.contains(JavaRule.FLOATING_DIGITS) ? (long) JavaDigits.own().getNumber() : 0L);
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
