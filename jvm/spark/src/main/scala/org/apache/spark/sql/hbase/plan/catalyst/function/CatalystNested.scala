package org.apache.spark.sql.hbase.plan.catalyst.function

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.hbase.plan.catalyst.function.FunctionCall.{failing, plain}
import org.apache.spark.sql.hbase.wire.proto.{Function => ProtoFunction}
import org.apache.spark.sql.types.{ArrayType, IntegerType, MapType}

/** Functions of structs, arrays and maps. */
object CatalystNested {
  val family: FunctionCall.Family = {
    case GetStructField(child, ordinal, _) =>
      FunctionCall(ProtoFunction.GET_STRUCT_FIELD, Seq(child, Literal(ordinal, IntegerType)))
    case GetArrayStructFields(child, _, ordinal, _, _) =>
      FunctionCall(ProtoFunction.GET_ARRAY_STRUCT_FIELDS, Seq(child, Literal(ordinal, IntegerType)))
    case e @ GetArrayItem(_, _, failOnError) => failing(ProtoFunction.GET_ARRAY_ITEM, e, failOnError)
    case e: GetMapValue => plain(ProtoFunction.GET_MAP_VALUE, e)
    case e @ ElementAt(array, _, None, failOnError) if array.dataType.isInstanceOf[ArrayType] =>
      failing(ProtoFunction.ELEMENT_AT, e, failOnError)
    case e @ ElementAt(map, _, _, _) if map.dataType.isInstanceOf[MapType] => plain(ProtoFunction.GET_MAP_VALUE, e)
    case e @ Size(_, legacySizeOfNull) if !legacySizeOfNull => plain(ProtoFunction.SIZE, e)
    case Size(child, _) =>
      FunctionCall(ProtoFunction.COALESCE, Seq(Size(child, legacySizeOfNull = false), Literal(-1)))
    case e: ArrayContains => plain(ProtoFunction.ARRAY_CONTAINS, e)
  }
}
