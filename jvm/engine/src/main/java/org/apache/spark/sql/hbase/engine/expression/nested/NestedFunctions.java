package org.apache.spark.sql.hbase.engine.expression.nested;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.packed.NestedProjection;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.PlainFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Functions of STRUCT, ARRAY and MAP. */
public final class NestedFunctions implements PlainFamily {
  private static final Set<Function> PLAIN =
      Collections.unmodifiableSet(
          EnumSet.of(
              Function.GET_STRUCT_FIELD,
              Function.GET_MAP_VALUE,
              Function.SIZE,
              Function.ARRAY_CONTAINS,
              Function.GET_ARRAY_STRUCT_FIELDS,
              Function.NARROW,
              Function.ASSEMBLE_STRUCT));

  @Override
  public Set<Function> functions() {
    return EnumSet.of(
        Function.GET_STRUCT_FIELD,
        Function.GET_ARRAY_ITEM,
        Function.ELEMENT_AT,
        Function.GET_MAP_VALUE,
        Function.SIZE,
        Function.ARRAY_CONTAINS,
        Function.GET_ARRAY_STRUCT_FIELDS,
        Function.NARROW,
        Function.ASSEMBLE_STRUCT);
  }

  @Override
  public boolean supports(TypedCall call) {
    if (call.argumentCount() == 0) {
      return false;
    }
    SqlType nested = call.type(0);
    return switch (call.function()) {
      case GET_STRUCT_FIELD -> isField(call, nested, call.result());
      case GET_ARRAY_ITEM, ELEMENT_AT ->
          call.hasMode() && isArray(nested) && call.is(nested.fieldType(0), nested, SqlType.INT);
      case GET_MAP_VALUE ->
          isMap(nested)
              && !nested.fieldType(0).isNested()
              && call.is(nested.fieldType(1), nested, nested.fieldType(0));
      case SIZE -> (isArray(nested) || isMap(nested)) && call.is(SqlType.INT, nested);
      case ARRAY_CONTAINS ->
          isArray(nested)
              && !nested.fieldType(0).isNested()
              && call.is(SqlType.BOOLEAN, nested, nested.fieldType(0));
      case GET_ARRAY_STRUCT_FIELDS ->
          isArray(nested)
              && isArray(call.result())
              && isField(call, nested.fieldType(0), call.result().fieldType(0));
      case ASSEMBLE_STRUCT -> isStructOf(call);
      case NARROW ->
          nested.isNested()
              && call.argumentCount() == 1
              && NestedProjection.exists(nested, call.result());
      default -> false;
    };
  }

  /** A STRUCT and the position of a field of type {@code field}. */
  private static boolean isField(TypedCall call, SqlType struct, SqlType field) {
    if (struct.kind() != SqlType.Kind.STRUCT
        || call.argumentCount() != 2
        || !call.type(1).equals(SqlType.INT)
        || !call.isValue(1)) {
      return false;
    }
    long position = call.constant(1).low();
    return position >= 0
        && position < struct.fields().size()
        && struct.fieldType((int) position).equals(field);
  }

  /** Each argument has the type of its field. */
  private static boolean isStructOf(TypedCall call) {
    return call.result().kind() == SqlType.Kind.STRUCT
        && call.result().fields().stream().map(SqlType.Field::type).toList().equals(call.types());
  }

  private static boolean isArray(SqlType type) {
    return type.kind() == SqlType.Kind.ARRAY;
  }

  private static boolean isMap(SqlType type) {
    return type.kind() == SqlType.Kind.MAP;
  }

  @Override
  public VectorExpression compile(TypedCall call, Operands operands) {
    if (call.function() == Function.ASSEMBLE_STRUCT) {
      return new AssembleStruct(call.result(), operands.all());
    }
    VectorExpression nested = operands.at(0);
    return switch (call.function()) {
      case GET_STRUCT_FIELD -> new StructField(call.result(), nested, (int) call.constant(1).low());
      case GET_ARRAY_ITEM ->
          new ArrayItem(ArrayPosition.FROM_ZERO, raises(call), nested, operands.at(1));
      case ELEMENT_AT ->
          new ArrayItem(ArrayPosition.FROM_ONE, raises(call), nested, operands.at(1));
      case GET_MAP_VALUE -> new MapValue(nested, operands.at(1));
      case SIZE -> new NestedSize(nested);
      case ARRAY_CONTAINS -> new ArrayContains(nested, operands.at(1));
      case GET_ARRAY_STRUCT_FIELDS ->
          Narrow.toField(call.result(), nested, (int) call.constant(1).low());
      default -> Narrow.toType(call.result(), nested);
    };
  }

  private static boolean raises(TypedCall call) {
    return call.mode() == OverflowMode.RAISE;
  }

  @Override
  public Set<Function> plain() {
    return PLAIN;
  }

  @Override
  public boolean mayRaise(TypedCall call) {
    return switch (call.function()) {
      case GET_ARRAY_ITEM -> raises(call);
      // The position 0 is an error in every mode.
      case ELEMENT_AT -> raises(call) || !call.isValue(1) || call.constant(1).low() == 0;
      default -> PlainFamily.super.mayRaise(call);
    };
  }

  @Override
  public boolean copies(TypedCall call, int argument) {
    return switch (call.function()) {
      case GET_ARRAY_ITEM, ELEMENT_AT -> false;
      default -> PlainFamily.super.copies(call, argument);
    };
  }
}
