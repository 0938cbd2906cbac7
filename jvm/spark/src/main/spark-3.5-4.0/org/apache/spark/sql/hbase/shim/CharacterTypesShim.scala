package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.expressions.{
  Alias,
  Attribute,
  AttributeMap,
  Expression,
  KnownNotNull,
  KnownNullable
}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.util.CharVarcharUtils
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.types.StringType

/**
 * Writes of values that come from CHAR and VARCHAR columns. Spark 4.0 compares the types of such a write again whenever its
 * optimizer has changed the query. Where a cast or an alias went, a text takes the CHAR type of the column below, and Spark
 * calls the plan invalid. A node that means nothing to the values keeps that type from passing.
 *
 * {{{
 * AppendData t [s STRING]                AppendData t [s STRING]
 *   Project [cast(c as string) AS s]       Project [KnownNullable(s) AS s]
 *     u [c CHAR(5)]                          Project [cast(c as string) AS s]
 *                                              u [c CHAR(5)]
 * }}}
 */
private[hbase] object CharacterTypesShim {

  /** Adds the rules that keep such writes valid. */
  def register(extensions: SparkSessionExtensions): Unit = {
    extensions.injectPostHocResolutionRule(_ => Kept)
    extensions.injectPostHocResolutionRule(_ => Unpadded)
    extensions.injectPostHocResolutionRule(_ => KeptByMerge)
  }

  private object Kept extends Rule[LogicalPlan] {
    override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperators {
      case append: AppendData => kept(append)
      case overwrite: OverwriteByExpression => kept(overwrite)
    }
  }

  private def kept(write: V2WriteCommand): LogicalPlan = write.table match {
    case relation: DataSourceV2Relation
        if relation.table.isInstanceOf[TableShim] && write.resolved && write.query.exists(hasCharacters) =>
      write.withNewQuery(Project(write.query.output.map(kept), write.query)).withNewTable(withoutLengths(relation))
    case _ => write
  }

  private def kept(column: Attribute) = if (hasText(column)) Alias(known(column), column.name)() else column

  private def hasText(value: Expression) = value.dataType.existsRecursively(_.isInstanceOf[StringType])

  private def known(value: Expression) = if (value.nullable) KnownNullable(value) else KnownNotNull(value)

  private def withoutLengths(relation: DataSourceV2Relation) =
    relation.copy(output = relation.output.map(CharVarcharUtils.cleanAttrMetadata))

  private def hasCharacters(plan: LogicalPlan): Boolean =
    plan.output.exists(column => CharVarcharUtils.getRawTypeString(column.metadata).isDefined)

  /**
   * Puts the padding of CHAR columns into the expressions of a DELETE, UPDATE or MERGE. Spark 4.0 pads them in a Project above
   * the table, and then finds no table to change.
   */
  private object Unpadded extends Rule[LogicalPlan] {
    override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperators {
      case delete: DeleteFromTable => over(delete.table).fold(delete)(t => t.in(delete.copy(table = t.plan)))
      case update: UpdateTable => over(update.table).fold(update)(t => t.in(update.copy(table = t.plan)))
      case merge: MergeIntoTable => over(merge.targetTable).fold(merge)(t => t.in(merge.copy(targetTable = t.plan)))
    }

    private def over(target: LogicalPlan): Option[Target] = target match {
      case SubqueryAlias(name, child) => over(child).map(t => t.copy(plan = SubqueryAlias(name, t.plan)))
      case Project(list, relation: DataSourceV2Relation) if relation.table.isInstanceOf[TableShim] =>
        Some(Target(relation, AttributeMap(list.collect { case padded: Alias => padded.toAttribute -> padded.child })))
      case _ => None
    }
  }

  /** Keeps the values of a MERGE that only inserts, which Spark turns into an append when no rule can change it any more. */
  private object KeptByMerge extends Rule[LogicalPlan] {
    override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperators {
      case merge: MergeIntoTable
          if merge.resolved && merge.matchedActions.isEmpty && merge.notMatchedBySourceActions.isEmpty &&
            merge.targetTable.exists(isOurs) =>
        merge.copy(
          targetTable = merge.targetTable.resolveOperators { case relation: DataSourceV2Relation =>
            withoutLengths(relation)
          },
          notMatchedActions = merge.notMatchedActions.map {
            case insert: InsertAction => insert.copy(insert.condition, insert.assignments.map(kept))
            case other => other
          }
        )
    }

    private def isOurs(plan: LogicalPlan) = plan match {
      case relation: DataSourceV2Relation => relation.table.isInstanceOf[TableShim]
      case _ => false
    }

    private def kept(assignment: Assignment) =
      if (hasText(assignment.value)) assignment.copy(value = known(assignment.value)) else assignment
  }

  private final case class Target(plan: LogicalPlan, padded: AttributeMap[Expression]) {

    def in[T <: LogicalPlan](command: T): T = command.mapExpressions(written).asInstanceOf[T]

    private def written(expression: Expression): Expression = expression match {
      case assignment: Assignment => assigned(assignment)
      case update: UpdateAction => update.copy(update.condition.map(read), update.assignments.map(assigned))
      case insert: InsertAction => insert.copy(insert.condition.map(read), insert.assignments.map(assigned))
      case other => read(other)
    }

    private def assigned(assignment: Assignment) = Assignment(stored(assignment.key), stored(assignment.value))

    /** A column that is written as it was read keeps its bytes. */
    private def stored(expression: Expression): Expression = expression match {
      case column: Attribute => padded.get(column).fold(expression)(_.references.head)
      case other => read(other)
    }

    private def read(expression: Expression): Expression = expression.transform { case column: Attribute =>
      padded.getOrElse(column, column)
    }
  }
}
