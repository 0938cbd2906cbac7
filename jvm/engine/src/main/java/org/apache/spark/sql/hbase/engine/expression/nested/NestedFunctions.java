package org.apache.spark.sql.hbase.engine.expression.nested;

import java.util.List;
import org.apache.spark.sql.hbase.codec.packed.NestedProjection;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.function.Arguments;
import org.apache.spark.sql.hbase.engine.expression.function.Errors;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.function.Growth;
import org.apache.spark.sql.hbase.engine.expression.function.JavaUse;
import org.apache.spark.sql.hbase.engine.expression.function.Nulls;
import org.apache.spark.sql.hbase.engine.expression.function.ResultGrowth;
import org.apache.spark.sql.hbase.engine.expression.function.Types;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Functions of STRUCT, ARRAY and MAP. */
public final class NestedFunctions {
  /** A nested value's number of elements, and its NULL flags. */
  private static final int HEADER_BYTES = 64;

  /** A field's place in a nested value, and what fills it up to whole words. */
  private static final int FIELD_BYTES = 32;

  /** A nested value with fewer fields, or the fields of the elements. */
  private static final Growth NARROWED = Growth.ofFirst(2, HEADER_BYTES);

  public static final List<FunctionSpec> ALL =
      List.of(
          function(
              Function.GET_STRUCT_FIELD,
              call -> call.argumentCount() > 0 && isField(call, call.type(0), call.result()),
              Errors.NEVER,
              Growth.OF_ALL,
              (call, operands) ->
                  new StructField(call.result(), operands.at(0), (int) call.constant(1).low())),
          function(
              Function.GET_ARRAY_ITEM,
              NestedFunctions::isItem,
              NestedFunctions::raises,
              Growth.OF_ALL,
              (call, operands) ->
                  new ArrayItem(
                      ArrayPosition.FROM_ZERO, raises(call), operands.at(0), operands.at(1))),
          // The position 0 is an error in every mode.
          function(
              Function.ELEMENT_AT,
              NestedFunctions::isItem,
              call -> raises(call) || !call.isValue(1) || call.constant(1).low() == 0,
              Growth.OF_ALL,
              (call, operands) ->
                  new ArrayItem(
                      ArrayPosition.FROM_ONE, raises(call), operands.at(0), operands.at(1))),
          function(
              Function.GET_MAP_VALUE,
              NestedFunctions::isMapValue,
              Errors.NEVER,
              Growth.OF_ALL,
              (call, operands) -> new MapValue(operands.at(0), operands.at(1))),
          function(
              Function.SIZE,
              call ->
                  call.argumentCount() == 1
                      && (isArray(call.type(0)) || isMap(call.type(0)))
                      && call.result().equals(SqlType.INT),
              Errors.NEVER,
              Growth.FIXED,
              (call, operands) -> new NestedSize(operands.at(0))),
          function(
              Function.ARRAY_CONTAINS,
              NestedFunctions::isSearch,
              Errors.NEVER,
              Growth.FIXED,
              (call, operands) -> new ArrayContains(operands.at(0), operands.at(1))),
          function(
              Function.GET_ARRAY_STRUCT_FIELDS,
              call ->
                  call.argumentCount() > 0
                      && isArray(call.type(0))
                      && isArray(call.result())
                      && isField(call, call.type(0).fieldType(0), call.result().fieldType(0)),
              Errors.NEVER,
              NARROWED,
              (call, operands) ->
                  Narrow.toField(call.result(), operands.at(0), (int) call.constant(1).low())),
          function(
              Function.NARROW,
              call ->
                  call.argumentCount() == 1
                      && call.type(0).isNested()
                      && NestedProjection.exists(call.type(0), call.result()),
              Errors.NEVER,
              NARROWED,
              (call, operands) -> Narrow.toType(call.result(), operands.at(0))),
          new FunctionSpec(
              Function.ASSEMBLE_STRUCT,
              NestedFunctions::isStructOf,
              Errors.NEVER,
              Nulls.BY_OWN_RULE,
              call ->
                  ResultGrowth.of(
                      call, HEADER_BYTES + (long) FIELD_BYTES * call.argumentCount(), i -> 1),
              Arguments.PLAIN,
              JavaUse.NOTHING,
              (call, operands) -> new AssembleStruct(call.result(), operands.all())));

  private NestedFunctions() {}

  private static FunctionSpec function(
      Function function,
      Types types,
      Errors errors,
      Growth growth,
      FunctionSpec.Compilation compilation) {
    return new FunctionSpec(
        function,
        types,
        errors,
        Nulls.OF_ANY_ARGUMENT,
        growth,
        Arguments.PLAIN,
        JavaUse.NOTHING,
        compilation);
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

  private static boolean isItem(TypedCall call) {
    return call.argumentCount() > 0
        && call.hasMode()
        && isArray(call.type(0))
        && call.is(call.type(0).fieldType(0), call.type(0), SqlType.INT);
  }

  private static boolean isMapValue(TypedCall call) {
    if (call.argumentCount() == 0 || !isMap(call.type(0))) {
      return false;
    }
    SqlType map = call.type(0);
    return !map.fieldType(0).isNested() && call.is(map.fieldType(1), map, map.fieldType(0));
  }

  private static boolean isSearch(TypedCall call) {
    if (call.argumentCount() == 0 || !isArray(call.type(0))) {
      return false;
    }
    SqlType array = call.type(0);
    return !array.fieldType(0).isNested() && call.is(SqlType.BOOLEAN, array, array.fieldType(0));
  }

  /** Each argument has the type of its field. */
  private static boolean isStructOf(TypedCall call) {
    return call.argumentCount() > 0
        && call.result().kind() == SqlType.Kind.STRUCT
        && call.result().fields().stream().map(SqlType.Field::type).toList().equals(call.types());
  }

  private static boolean isArray(SqlType type) {
    return type.kind() == SqlType.Kind.ARRAY;
  }

  private static boolean isMap(SqlType type) {
    return type.kind() == SqlType.Kind.MAP;
  }

  private static boolean raises(TypedCall call) {
    return call.mode() == OverflowMode.RAISE;
  }
}
