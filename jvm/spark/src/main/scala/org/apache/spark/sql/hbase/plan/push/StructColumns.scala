package org.apache.spark.sql.hbase.plan.push

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.Literal.{FalseLiteral, TrueLiteral}
import org.apache.spark.sql.catalyst.plans.logical.{Expand, Filter, LogicalPlan, Project}

/**
 * Struct columns of a plan of which the plan has only the parts, and how expressions over them are expressions over the parts.
 * What needs the whole struct gets it put together. Immutable.
 *
 * @param parts attributes, by the id of the column that they stand for
 */
private[plan] final case class StructColumns(parts: Map[ExprId, ComparedParts]) {

  def inParts(expression: Expression): Expression = expression.transformDown {
    case Known(parts) => parts.whole
    case IsNotNull(Known(struct: ComparedParts.Fields)) => struct.present.getOrElse(TrueLiteral)
    case IsNull(Known(struct: ComparedParts.Fields)) => struct.present.fold[Expression](FalseLiteral)(Not(_))
  }

  def partsOf(value: Expression): ComparedParts =
    Known.unapply(value).getOrElse(ComparedParts.of(inParts(value)))

  /** True for a struct that is put together in the plan, not read as one. */
  def isMade(value: Expression): Boolean =
    ComparedParts.isStruct(value) && (value match {
      case _: CreateNamedStruct => true
      case Known(_) => true
      case _ => false
    })

  private object Known {
    def unapply(value: Expression): Option[ComparedParts] = value match {
      case attribute: Attribute => parts.get(attribute.exprId)
      case GetStructField(Known(struct: ComparedParts.Fields), ordinal, _) => Some(struct.fields(ordinal)._2)
      case _ => None
    }
  }
}

private[plan] object StructColumns {

  /**
   * A chain of Project, Filter and Expand with the parts of the structs that it makes in place of the structs.
   *
   * @param keys structs that are wanted in parts also if the chain does not make them, but for NULLs
   */
  def flattened(plan: LogicalPlan, keys: AttributeSet): (LogicalPlan, StructColumns) = plan match {
    case Project(list, child) =>
      val (below, columns) = flattened(child, keys)
      project(list, below, columns)
    case Filter(condition, child) =>
      val (below, columns) = flattened(child, keys)
      (Filter(columns.inParts(condition), below), columns)
    case Expand(projections, output, child) =>
      val (below, columns) = flattened(child, keys)
      expand(projections, output, keys, below, columns)
    case other => (other, StructColumns(Map.empty))
  }

  private def project(
      list: Seq[NamedExpression],
      child: LogicalPlan,
      columns: StructColumns
  ): (LogicalPlan, StructColumns) = {
    val projected = list.map { named =>
      val value = named match { case Alias(child, _) => child; case other => other }
      if (!columns.isMade(value)) (None, Seq(columns.inParts(named).asInstanceOf[NamedExpression]))
      else {
        val (parts, aliases) = columns.partsOf(value).columns(named.name)
        (Some(named.exprId -> parts), aliases)
      }
    }
    val (parts, expressions) = projected.unzip
    (Project(expressions.flatten, child), StructColumns(parts.flatten.toMap))
  }

  private def expand(
      projections: Seq[Seq[Expression]],
      output: Seq[Attribute],
      keys: AttributeSet,
      child: LogicalPlan,
      columns: StructColumns
  ): (LogicalPlan, StructColumns) = {
    val expanded = output.zip(projections.transpose).map { case (attribute, values) =>
      val isFlat = ComparedParts.isStruct(attribute) && (keys.contains(attribute) || values.exists(columns.isMade))
      if (!isFlat) (None, Seq(attribute), values.map(value => Seq(columns.inParts(value))))
      else {
        val aligned = ComparedParts.aligned(values.map(columns.partsOf))
        val (parts, aliases) = aligned.head.columns(attribute.name)
        (Some(attribute.exprId -> parts), aliases.map(_.toAttribute.withNullability(true)), aligned.map(_.values))
      }
    }
    val (parts, attributes, values) = expanded.unzip3
    (Expand(values.transpose.map(_.flatten), attributes.flatten, child), StructColumns(parts.flatten.toMap))
  }
}
