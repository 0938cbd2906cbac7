package org.apache.spark.sql.hbase.engine.expression.nestedcast;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.arithmetic.IntegerWidth;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.kernel.ColumnExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.SharedConstant;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.WorkLimit;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;

/**
 * The casts of nested types to STRING and among each other that the engine computes. A part is cast
 * as a value of its own would be, in the mode and the zone of the whole.
 */
public final class NestedCasts {
  /**
   * Parts that a type may have, those of its parts included. A STRUCT that was written with fewer
   * fields stores nothing for the others, but they have a text. This bounds what one such value can
   * grow to.
   */
  static final int MAX_PARTS = 256;

  private final FunctionSpec casts;

  /**
   * @param casts of all types, which cast the parts
   */
  public NestedCasts(FunctionSpec casts) {
    this.casts = casts;
  }

  /** True if the cast is from or to a nested type, computed or not. */
  public static boolean isNested(TypedCall call) {
    return call.type(0).isNested() || call.result().isNested();
  }

  /** Tells whether the engine computes a cast for which {@link #isNested} is true. */
  public boolean isSupported(TypedCall call) {
    SqlType from = call.type(0);
    return hasSameShape(from, call.result())
        && countParts(from) <= MAX_PARTS
        && hasKeys(call)
        && partsOf(call).allMatch(part -> isSame(part) || casts.types().include(part));
  }

  /** Tells whether a supported cast can raise an error for some value of a part. */
  public boolean mayRaise(TypedCall call) {
    return partsOf(call).anyMatch(part -> !isSame(part) && casts.errors().mayRaise(part));
  }

  /** Compiles a cast for which {@link #isSupported} is true. */
  public VectorExpression compile(TypedCall call, VectorExpression operand) {
    SqlType to = call.result();
    boolean isText = to.equals(SqlType.STRING);
    PartCast[] parts = partsOf(call).map(this::compilePart).toArray(PartCast[]::new);
    return switch (operand.type().kind()) {
      case STRUCT ->
          isText ? new StructText(operand, parts) : new StructToStruct(to, operand, parts);
      case ARRAY ->
          isText ? new ArrayText(operand, parts[0]) : new ArrayToArray(to, operand, parts[0]);
      case MAP ->
          isText
              ? new MapText(operand, parts[0], parts[1])
              : new MapToMap(to, operand, parts[0], parts[1]);
      default -> throw new IllegalArgumentException(operand.type() + " is not nested");
    };
  }

  private PartCast compilePart(TypedCall part) {
    VectorExpression values = new ColumnExpression(0, part.type(0));
    return new PartCast(
        part.type(0),
        isSame(part) ? values : casts.compilation().compile(part, new OneOperand(values)));
  }

  private static boolean hasSameShape(SqlType from, SqlType to) {
    return from.isNested()
        && (to.equals(SqlType.STRING)
            || from.kind() == to.kind() && from.fields().size() == to.fields().size());
  }

  private static int countParts(SqlType type) {
    return type.fields().stream().mapToInt(field -> 1 + countParts(field.type())).sum();
  }

  /** False where the cast of a key could give NULL, which no key is. */
  private boolean hasKeys(TypedCall call) {
    if (call.result().kind() != SqlType.Kind.MAP) {
      return true;
    }
    TypedCall key = partsOf(call).findFirst().orElseThrow();
    SqlType from = key.type(0);
    SqlType to = key.result();
    return isSame(key)
        || from.isNested()
        || to.equals(SqlType.STRING)
        || IntegerWidth.isNumber(from) && IntegerWidth.isNumber(to) && !raisesInAnsiMode(key);
  }

  private boolean raisesInAnsiMode(TypedCall part) {
    return casts
        .errors()
        .mayRaise(
            new TypedCall(
                part.call().toBuilder().setEvalMode(EvalMode.ANSI).build(),
                part.result(),
                part.types()));
  }

  private static boolean isSame(TypedCall part) {
    return part.type(0).equals(part.result());
  }

  /** The cast of each part, under the settings of the whole. */
  private static Stream<TypedCall> partsOf(TypedCall call) {
    SqlType from = call.type(0);
    SqlType to = call.result();
    return IntStream.range(0, from.fields().size())
        .mapToObj(
            i ->
                new TypedCall(
                    call.call(), to.isNested() ? to.fieldType(i) : to, List.of(from.fieldType(i))));
  }

  private record OneOperand(VectorExpression operand) implements Operands {
    @Override
    public VectorExpression at(int argument) {
      return operand;
    }

    @Override
    public List<VectorExpression> all() {
      return List.of(operand);
    }

    /** Not shared: all parts have the same call. */
    @Override
    public <T extends SharedConstant> T shared(Class<T> type, Supplier<T> make) {
      return make.get();
    }

    /** No cast takes long for a single value. */
    @Override
    public WorkLimit limit() {
      return WorkLimit.none();
    }
  }
}
