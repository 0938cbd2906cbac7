package org.apache.spark.sql.hbase.plan.runtime

import scala.jdk.CollectionConverters._
import scala.util.{Left, Right}

import org.apache.spark.sql.catalyst.expressions.{AttributeReference, Expression, In, Literal}
import org.apache.spark.sql.hbase.engine.expression.RaisingExpressions
import org.apache.spark.sql.hbase.plan.catalyst.{
  CatalystExpressions,
  CatalystLiterals,
  ExpressionText,
  InputBinding,
  LayoutBinding,
  Placeholders,
  PushedOperator,
  Refusal,
  SubPlanAssembly,
  ValueLists
}
import org.apache.spark.sql.hbase.plan.push.access.RuntimeValues
import org.apache.spark.sql.hbase.shim.ListedKeys
import org.apache.spark.sql.hbase.wire.proto.{Operator, SubPlan}
import org.apache.spark.sql.types.StructType

/**
 * The filters that Spark learns while a query runs. The values of a join's key on its other side, from dynamic pruning,
 * are a help, not a duty: Spark joins all the same, so what cannot be pushed is left out. The values of scalar
 * subqueries ([[RuntimeValues]]) are a duty: no one else checks the conditions in which they stand.
 *
 * {{{
 * sub-plan of the fact table                  with `day IN (5, 7)` learned from the dimension, 10 from a subquery
 *   Filter(amount > placeholder), Project(...)   Filter(day IN (5, 7)), Filter(amount > 10), Project(...)
 * }}}
 *
 * Pure functions, thread-safe.
 */
object RuntimeFilters {

  /**
   * A sub-plan with what was learned.
   *
   * @param added what its first operators are, for EXPLAIN
   * @param refused reasons why conditions were left out
   */
  final case class Narrowed(subPlan: SubPlan, added: Seq[PushedOperator], refused: Seq[Refusal])

  /** @param refused reasons why optional filters were left out */
  final case class Filled(subPlan: SubPlan, refused: Seq[Refusal])

  private final case class Added(operator: Operator, shown: PushedOperator)

  /**
   * Names of the columns of the row key that Spark may prune by.
   *
   * @param schema of the columns that are read
   */
  def keyColumns(subPlan: SubPlan, schema: StructType): Seq[String] = {
    val keys = subPlan.getTable.getColumnsList.asScala.filter(_.hasKey).map(_.getName).toSet
    schema.fieldNames.toSeq.filter(keys)
  }

  /**
   * The sub-plan with the values in their places, or why the engine refuses them. Bloom filters that it does not take, being
   * too large, let every row pass.
   *
   * @param learned all of the scan's runtime filters, their subqueries run
   */
  def filled(subPlan: SubPlan, learned: Seq[Expression]): Either[Refusal, Filled] =
    if (!Placeholders.areIn(subPlan)) Right(Filled(subPlan, Nil))
    else
      for {
        values <- learned
          .collectFirst { case RuntimeValues(values) => values }
          .toRight(Refusal("the values are not known"))
        literals <- Refusal.firstOf(values.map(v => CatalystLiterals.toProto(v.eval(), v.dataType)))
        (filled, refused) = BloomFilters.checked(Placeholders.filled(subPlan, literals))
        checked <- SubPlanAssembly.checked(filled.getTable, filled.getOperatorsList.asScala.toSeq)
      } yield Filled(checked, refused)

  /**
   * The sub-plan with the lists of values before its operators: rows that no partner waits for are not even looked at by
   * them.
   *
   * @param schema of the table, with the types that Spark knows
   */
  def narrow(subPlan: SubPlan, schema: StructType, learned: Seq[Expression]): Narrowed = {
    val conditions = learned.filterNot(_.isInstanceOf[RuntimeValues])
    val filters = conditions.flatMap(filter(subPlan, schema, _))
    val refused = filters.collect { case Left(refusal) => refusal }
    val found = filters.collect { case Right(one) => one }
    val (operators, added) = found.foldLeft((subPlan.getOperatorsList.asScala.toSeq, Seq.empty[Added])) {
      case ((operators, added), one) => adding(one, operators, added)
    }
    SubPlanAssembly.checked(subPlan.getTable, added.map(_.operator) ++ operators) match {
      case Right(narrowed) => Narrowed(narrowed, added.map(_.shown), refused)
      case Left(reason) => Narrowed(subPlan, Nil, refused :+ reason)
    }
  }

  /** A semi join is a list of the same values already, which travels once: in front, where it limits row keys. */
  private def adding(one: Added, operators: Seq[Operator], added: Seq[Added]): (Seq[Operator], Seq[Added]) = {
    val predicate = one.operator.getFilter.getPredicate
    ValueLists.positionOf(predicate, operators) match {
      case None => (operators, added :+ one)
      case Some(position) if operators.take(position).forall(_.hasFilter) => (operators, added)
      case Some(position) =>
        (
          operators.updated(position, SubPlanAssembly.passing),
          added :+ one.copy(operator = SubPlanAssembly.filter(predicate))
        )
    }
  }

  /** None for conditions with subqueries that Spark, or already the sub-plan, checks. */
  private def filter(subPlan: SubPlan, schema: StructType, learned: Expression): Option[Either[Refusal, Added]] =
    learned match {
      case ListedKeys(key, known) =>
        val values = known.toRight(Refusal(s"the values of ${ExpressionText.of(key)} are not known"))
        Some(isIn(subPlan, schema, key, values))
      case keys: RuntimeKeyFilter => Some(isIn(subPlan, schema, keys.child, keys.values))
      case _ => None
    }

  private def isIn(
      subPlan: SubPlan,
      schema: StructType,
      learned: Expression,
      known: Either[Refusal, Seq[Any]]
  ): Either[Refusal, Added] = {
    val key = ExpressionText.of(learned)
    for {
      column <- onlyColumn(learned)
      attribute <- attribute(schema, column.name)
      values <- known
      input <- binding(subPlan, attribute)
      ofTable = learned.transform { case _: AttributeReference => attribute }
      literals = values.map(Literal(_, ofTable.dataType))
      isIn = if (literals.isEmpty) Literal.FalseLiteral else In(ofTable, literals)
      condition <- CatalystExpressions.toProto(isIn, input)
      _ <- if (RaisingExpressions.mayRaise(condition)) Left(Refusal(s"$key may raise an error")) else Right(())
    } yield Added(
      SubPlanAssembly.optionalFilter(condition),
      PushedOperator.filter(s"$key IN ${literals.size} values of the join")
    )
  }

  private def onlyColumn(key: Expression): Either[Refusal, AttributeReference] = key.references.toSeq match {
    case Seq(column: AttributeReference) => Right(column)
    case _ => Left(Refusal(s"${ExpressionText.of(key)} is not an expression of one column"))
  }

  private def attribute(schema: StructType, name: String): Either[Refusal, AttributeReference] =
    schema.fields
      .collectFirst { case field if field.name == name => AttributeReference(name, field.dataType)() }
      .toRight(Refusal(s"the table has no column $name"))

  private def binding(subPlan: SubPlan, attribute: AttributeReference): Either[Refusal, InputBinding] = {
    val names = subPlan.getTable.getColumnsList.asScala.map(_.getName)
    if (names.contains(attribute.name)) Right(LayoutBinding(subPlan.getTable, Seq(attribute)))
    else Left(Refusal(s"the scan does not read column ${attribute.name}"))
  }
}
