package org.apache.spark.sql.hbase.random

import scala.collection.mutable
import scala.util.Try

import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.{CatalystTypeConverters, FunctionIdentifier}
import org.apache.spark.sql.catalyst.analysis._
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.classic.Dataset
import org.apache.spark.sql.hbase.plan.PlanSession
import org.apache.spark.sql.hbase.schema.SparkTypes
import org.apache.spark.sql.types._

/**
 * Rows, and queries over a relation that has them.
 *
 * @param rows begin with the key
 * @param queries of the relation; Spark may refuse them
 */
final case class FunctionCalls(
    function: String,
    text: String,
    schema: StructType,
    rows: Seq[Row],
    queries: Seq[LogicalPlan => LogicalPlan]
)

/** A call with columns as arguments, whose rows are the arguments of Spark's example and NULL. */
final case class ScalarCall(
    function: String,
    text: String,
    arguments: Seq[Argument],
    call: Seq[Expression] => Expression
)

/**
 * A value of a column.
 *
 * @param dataType of the column
 * @param target the type of the argument, to which a text is cast where HBase stores no such type
 */
final case class Argument(dataType: DataType, value: Any, target: DataType) {
  def of(column: Expression): Expression = if (dataType == target) column else Cast(column, target)
}

/**
 * Calls of every function of Spark, made of the examples in Spark's own documentation, so that a new function has some
 * too. An inline table of an example becomes a table of its rows; constants become columns.
 */
object FunctionCalls {
  import PlanSession.spark

  val Key = "row_key"

  lazy val names: Seq[String] =
    (FunctionRegistry.builtin.listFunction() ++ TableFunctionRegistry.builtin.listFunction())
      .map(_.funcName)
      .distinct
      .sorted

  /** Spark's own examples of a function, without their answers. */
  def examples(function: String): Seq[String] =
    Seq(FunctionRegistry.builtin, TableFunctionRegistry.builtin)
      .flatMap(_.lookupFunction(FunctionIdentifier(function)))
      .flatMap(info => Option(info.getExamples))
      .flatMap(_.split("(?m)^ *> ").toSeq.drop(1))
      .map(_.split(";\\s*\n").head.trim.stripSuffix(";"))

  def parsed(example: String): Option[LogicalPlan] = Try(spark.sessionState.sqlParser.parsePlan(example)).toOption

  /** For an example over an inline table of types that can be stored. */
  def overTable(function: String, example: String): Option[FunctionCalls] =
    for {
      plan <- parsed(example)
      leaf <- plan.collectFirst { case leaf @ (_: UnresolvedInlineTable | _: LocalRelation) => leaf }
      local <- Try(Dataset.ofRows(spark, leaf)).toOption
      if local.schema.forall(field => SparkTypes.fromSpark(field.dataType).isDefined)
    } yield {
      val rows = local.collect().toSeq.zipWithIndex.map { case (row, i) => Row.fromSeq(i +: row.toSeq) }
      val schema = keyed(local.schema.map(_.copy(nullable = true)))
      FunctionCalls(function, example, schema, rows, shapes(function, plan).map(shape => over(shape, leaf, _)))
    }

  def keyed(columns: Seq[StructField]): StructType =
    StructType(StructField(Key, IntegerType, nullable = false) +: columns)

  private def over(plan: LogicalPlan, leaf: LogicalPlan, relation: LogicalPlan): LogicalPlan = plan.transform {
    case UnresolvedSubqueryColumnAliases(names, child) => UnresolvedSubqueryColumnAliases(Key +: names, child)
    case `leaf` => relation
  }

  private val key = UnresolvedAttribute.quoted(Key)
  private val parity = UnresolvedFunction("mod", Seq(key, Literal(2)), isDistinct = false)

  /** The example, and the same calls where groups, pushed aggregates, filters, windows and computed arguments are. */
  private def shapes(function: String, plan: LogicalPlan): Seq[LogicalPlan] = plan +: (plan match {
    case Project(list, child) =>
      def each(change: PartialFunction[Expression, Expression]): LogicalPlan =
        Project(list.map(named => transformed(named)(change)), child)
      Seq(
        Aggregate(Seq(parity), named(parity) +: list, child),
        Project(list ++ Seq(count, max(key)), child),
        each {
          case call: UnresolvedFunction if isOf(call, function) =>
            call.copy(filter = Some(GreaterThan(key, Literal(0))))
        },
        each { case call: UnresolvedFunction if isOf(call, function) => call.copy(isDistinct = true) },
        each {
          case call: UnresolvedFunction if isOf(call, function) =>
            val window = WindowSpecDefinition(Seq(parity), Seq(SortOrder(key, Ascending)), UnspecifiedFrame)
            WindowExpression(call, window)
        },
        each { case column: UnresolvedAttribute =>
          UnresolvedFunction("coalesce", Seq(column, column), isDistinct = false)
        }
      )
    case _ => Nil
  })

  private def transformed(named: NamedExpression)(change: PartialFunction[Expression, Expression]): NamedExpression =
    named.transformUp(change) match {
      case still: NamedExpression => still
      case other => UnresolvedAlias(other)
    }

  private def isOf(call: UnresolvedFunction, function: String): Boolean = call.nameParts.last.equalsIgnoreCase(function)

  def named(expression: Expression): NamedExpression = UnresolvedAlias(expression)

  val count: NamedExpression = named(UnresolvedFunction("count", Seq(Literal(1)), isDistinct = false))

  def max(expression: Expression): NamedExpression =
    named(UnresolvedFunction("max", Seq(expression), isDistinct = false))

  /** For an example of constants: all arguments as columns, and each of them alone; then all constants, however deep. */
  def overConstants(function: String, example: String): Seq[ScalarCall] =
    parsed(example).toSeq.flatMap {
      case Project(list, OneRowRelation()) =>
        list.map(unaliased).flatMap { root =>
          val arguments = root.children.zipWithIndex.flatMap { case (child, i) => constant(child).map(i -> _) }
          val choices = (arguments +: arguments.map(Seq(_))).distinct.filter(_.nonEmpty)
          choices.map(ofChildren(function, example, root, _)) ++ ofLiterals(function, example, root)
        }
      case _ => Nil
    }

  private def unaliased(named: NamedExpression): Expression = named match {
    case Alias(child, _) => child
    case UnresolvedAlias(child, _) => child
    case other => other
  }

  private def ofChildren(function: String, example: String, root: Expression, chosen: Seq[(Int, Argument)]) =
    ScalarCall(
      function,
      s"$example, columns for ${chosen.map { case (i, _) => i + 1 }.mkString(", ")}",
      chosen.map { case (_, value) => value },
      columns => {
        val byPosition = chosen.zip(columns).map { case ((i, value), column) => i -> value.of(column) }.toMap
        root.withNewChildren(root.children.zipWithIndex.map { case (child, i) => byPosition.getOrElse(i, child) })
      }
    )

  private def ofLiterals(function: String, example: String, root: Expression): Option[ScalarCall] = {
    val literals = root.collect { case literal: Literal => literal }.distinct.flatMap(l => constant(l).map(l -> _))
    Option.when(literals.nonEmpty && literals.exists { case (literal, _) => !root.children.contains(literal) }) {
      ScalarCall(
        function,
        s"$example, columns for constants",
        literals.map { case (_, value) => value },
        columns => {
          val byLiteral: Map[Expression, Expression] =
            literals.zip(columns).map { case ((literal, value), column) => literal -> value.of(column) }.toMap
          root.transformUp { case literal: Literal => byLiteral.getOrElse(literal, literal) }
        }
      )
    }
  }

  /** A value that is not NULL, as it can be stored. */
  private def constant(expression: Expression): Option[Argument] =
    constants.getOrElseUpdate(expression, valueOf(expression)).filter { case (_, value) => value != null }.flatMap {
      case (dataType, value) if SparkTypes.fromSpark(dataType).isDefined =>
        Some(Argument(dataType, CatalystTypeConverters.convertToScala(value, dataType), dataType))
      case (
            dataType @ (_: TimeType | _: YearMonthIntervalType | _: DayTimeIntervalType | CalendarIntervalType),
            value
          ) =>
        Some(Argument(StringType, Cast(Literal(value, dataType), StringType).eval().toString, dataType))
      case _ => None
    }

  private val constants = mutable.Map[Expression, Option[(DataType, Any)]]()

  /** In Catalyst's form. */
  private def valueOf(expression: Expression): Option[(DataType, Any)] = expression match {
    case Literal(value, dataType) => Some(dataType -> value)
    case other if other.exists(part => part.isInstanceOf[LambdaFunction] || part.isInstanceOf[Star]) => None
    case other =>
      val plan = Project(Seq(Alias(other, "value")()), OneRowRelation())
      Try(Dataset.ofRows(spark, plan).queryExecution.optimizedPlan).toOption.collect {
        case Project(Seq(Alias(Literal(value, dataType), _)), _) =>
          dataType -> value
        case LocalRelation(Seq(column), Seq(row), _, _) =>
          column.dataType -> row.get(0, column.dataType)
      }
  }
}
