package org.apache.spark.sql.hbase.plan

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions.{AttributeReference, In, Literal}
import org.apache.spark.sql.connector.expressions.{Expression => V2Expression, LiteralValue, NamedReference}
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.hbase.wire.proto.{Operator, SubPlan}
import org.apache.spark.sql.types.{AtomicType, DataType, StructType}

/**
 * Conditions that Spark learns while a query runs: the values of a join's key on its other side, from dynamic pruning.
 * They are a help, not a duty: Spark joins all the same, so what cannot be pushed is left out.
 *
 * {{{
 * sub-plan of the fact table              with `day IN (5, 7)` learned from the dimension
 *   Filter(amount > 10), Project(...)       Filter(day IN (5, 7)), Filter(amount > 10), Project(...)
 * }}}
 *
 * Pure functions, thread-safe.
 */
object RuntimeFilters {

  /** Names of the columns that such conditions may be about. */
  def columns(schema: StructType): Seq[String] =
    schema.fields.toSeq.collect { case field if isPushable(field.dataType) => field.name }

  private def isPushable(dataType: DataType): Boolean =
    dataType.isInstanceOf[AtomicType] && CatalystTypes.toProto(dataType).isRight

  /**
   * The sub-plan with the conditions before its operators: rows that no partner waits for are not even looked at by them.
   *
   * @param schema of the table, with the types that Spark knows
   * @return with the reasons why conditions were left out
   */
  def narrow(subPlan: SubPlan, schema: StructType, predicates: Seq[Predicate]): (SubPlan, Seq[String]) = {
    val (refused, operators) = predicates.map(operator(subPlan, schema, _)).partitionMap(identity)
    val own = subPlan.getOperatorsList.asScala.toSeq
    SubPlans.checked(subPlan.getTable, operators ++ own) match {
      case Right(narrowed) => (narrowed, refused)
      case Left(reason) => (subPlan, refused :+ reason)
    }
  }

  private def operator(subPlan: SubPlan, schema: StructType, predicate: Predicate): Either[String, Operator] =
    predicate.children.toSeq match {
      case (column: NamedReference) +: values if predicate.name == "IN" && column.fieldNames.length == 1 =>
        for {
          attribute <- attribute(schema, column.fieldNames.head)
          literals <- CatalystExpressions.all(values.map(literal))
          input <- binding(subPlan, attribute)
          isIn = if (literals.isEmpty) Literal.FalseLiteral else In(attribute, literals)
          condition <- CatalystExpressions.toProto(isIn, input)
        } yield SubPlans.filter(condition)
      case _ => Left(s"$predicate is not a list of values of one column")
    }

  private def attribute(schema: StructType, name: String): Either[String, AttributeReference] =
    schema.fields
      .collectFirst { case field if field.name == name => AttributeReference(name, field.dataType)() }
      .toRight(s"the table has no column $name")

  private def literal(value: V2Expression): Either[String, Literal] = value match {
    case LiteralValue(value, dataType) => Right(Literal(value, dataType))
    case other => Left(s"$other is not a value")
  }

  private def binding(subPlan: SubPlan, attribute: AttributeReference): Either[String, InputBinding] = {
    val names = subPlan.getTable.getColumnsList.asScala.map(_.getName)
    if (names.contains(attribute.name)) Right(LayoutBinding(subPlan.getTable, Seq(attribute)))
    else Left(s"the scan does not read column ${attribute.name}")
  }
}
