package org.apache.spark.sql.hbase.schema

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.hbase.wire.proto.{Call, Expression, Function}

/**
 * STRUCTs whose fields lie in cells of their own. In a layout each field is a column, so that fields are filtered,
 * grouped and read like any other column. What needs the whole value puts it together.
 *
 * {{{
 * s, a STRUCT<x, y> in two cells   ->  ASSEMBLE_STRUCT(s.x, s.y)
 * s.x                              ->  s.x
 * s IS NULL                        ->  s.x IS NULL AND s.y IS NULL
 * }}}
 *
 * Pure functions, thread-safe.
 */
object AssembledStructs {

  /**
   * Returns the expressions that make such STRUCTs of the columns of [[TableLayouts.of]], by name.
   *
   * @param needed as there
   */
  def of(table: TableSchema, needed: Set[String]): Map[String, Expression] = {
    val structs = table.valueColumns.filter(c => needed(c.name) && c.place.isInstanceOf[Place.StructCells])
    lazy val references = LayoutColumns.references(table, needed)
    structs.map { struct =>
      val fields = struct.leaves.map(leaf => references(leaf.name))
      val call = Call.newBuilder().setFunction(Function.ASSEMBLE_STRUCT).addAllArguments(fields.asJava)
      struct.name -> Expression.newBuilder().setType(SparkTypes.toProto(struct.sqlType)).setCall(call).build()
    }.toMap
  }

  /** Rewrites a call over the fields if it uses only one of them, or only asks whether the STRUCT is NULL. */
  def overFields(expression: Expression): Expression = {
    val call = expression.getCall
    val struct = call.getArgumentsList.asScala.headOption
      .map(_.getCall)
      .filter(_.getFunction == Function.ASSEMBLE_STRUCT)
      .map(_.getArgumentsList.asScala.toSeq)
    (call.getFunction, struct) match {
      case (Function.GET_STRUCT_FIELD, Some(fields)) => fields(call.getArguments(1).getLiteral.getInteger.toInt)
      case (Function.IS_NULL, Some(fields)) => nullTests(expression, fields, Function.AND)
      case (Function.IS_NOT_NULL, Some(fields)) => nullTests(expression, fields, Function.OR)
      case _ => expression
    }
  }

  private def nullTests(ofStruct: Expression, fields: Seq[Expression], combining: Function): Expression =
    fields
      .map(field => ofStruct.toBuilder.setCall(ofStruct.getCall.toBuilder.setArguments(0, field)).build())
      .reduceLeft { (left, right) =>
        val call = Call.newBuilder().setFunction(combining).addArguments(left).addArguments(right)
        Expression.newBuilder().setType(ofStruct.getType).setCall(call).build()
      }
}
