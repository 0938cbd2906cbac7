package org.apache.spark.sql.hbase.plan.catalyst

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.hbase.engine.CompiledSubPlan
import org.apache.spark.sql.hbase.wire.plan.{PlanException, SubPlans}
import org.apache.spark.sql.hbase.wire.proto.{
  Aggregate,
  DataType => ProtoType,
  Expand,
  Expression => ProtoExpression,
  Filter,
  Function => ProtoFunction,
  JoinType => ProtoJoinType,
  Limit,
  Literal => ProtoLiteral,
  BroadcastJoin,
  Operator,
  Project,
  SortKey,
  SubPlan,
  TableLayout,
  TopN,
  TypeKind
}

/** Assembles sub-plans and asks the engine whether it runs them. */
object SubPlanAssembly {
  val formatVersion = 1

  def filter(predicate: ProtoExpression): Operator =
    Operator.newBuilder().setFilter(Filter.newBuilder().setPredicate(predicate)).build()

  /** Makes a Filter of rows that a join above drops, too. */
  def optionalFilter(predicate: ProtoExpression): Operator =
    Operator.newBuilder().setFilter(Filter.newBuilder().setPredicate(predicate).setOptional(true)).build()

  /** Lets every row pass. */
  val passing: Operator = optionalFilter(
    ProtoExpression
      .newBuilder()
      .setType(ProtoType.newBuilder().setKind(TypeKind.BOOLEAN))
      .setLiteral(ProtoLiteral.newBuilder().setBoolean(true))
      .build()
  )

  def project(expressions: Seq[ProtoExpression]): Operator =
    Operator.newBuilder().setProject(Project.newBuilder().addAllExpressions(expressions.asJava)).build()

  def limit(rows: Long): Operator = Operator.newBuilder().setLimit(Limit.newBuilder().setRows(rows)).build()

  /** Keeps the last rows of each region by row key, last first. */
  def lastRows(rows: Long): Operator =
    Operator.newBuilder().setLimit(Limit.newBuilder().setRows(rows).setFromEnd(true)).build()

  def topN(rows: Long, keys: Seq[SortKey]): Operator =
    Operator.newBuilder().setTopN(TopN.newBuilder().setRows(rows).addAllKeys(keys.asJava)).build()

  def expand(projections: Seq[Seq[ProtoExpression]]): Operator =
    Operator
      .newBuilder()
      .setExpand(Expand.newBuilder().addAllProjections(projections.map(project(_).getProject).asJava))
      .build()

  def aggregate(aggregate: Aggregate): Operator = Operator.newBuilder().setAggregate(aggregate).build()

  def broadcastJoin(join: BroadcastJoin): Operator = Operator.newBuilder().setBroadcastJoin(join).build()

  /**
   * The sub-plan with the build rows of such joins, one for each of its own, or the reason why the engine refuses it. Its keys
   * stay, since they have its numbers of places in the text of the query.
   */
  def withJoins(subPlan: SubPlan, joins: Seq[BroadcastJoin]): Either[Refusal, SubPlan] = {
    val known = joins.iterator
    val operators = subPlan.getOperatorsList.asScala.toSeq.map { operator =>
      if (operator.hasBroadcastJoin) joining(known.next(), operator.getBroadcastJoin.getKeysList) else operator
    }
    checked(subPlan.getTable, operators)
  }

  /**
   * A semi join by one key asks for nothing but its values. As a list they limit row keys too, and each region gets its
   * own.
   */
  private def joining(join: BroadcastJoin, keys: java.util.List[ProtoExpression]): Operator =
    if (join.getType == ProtoJoinType.LEFT_SEMI && keys.size == 1)
      filter(ValueLists.isIn(keys.get(0), join.getBuildKeys(0)))
    else broadcastJoin(join.toBuilder.clearKeys().addAllKeys(keys).build())

  /** True if rows can fail a Filter; whether a column is NULL, Spark asks anyhow. */
  def isSelective(subPlan: SubPlan): Boolean = subPlan.getOperatorsList.asScala.exists { operator =>
    operator.hasFilter && operator.getFilter.getPredicate.getCall.getFunction != ProtoFunction.IS_NOT_NULL
  }

  /**
   * The sub-plan, or the reason why the engine refuses it. The same check runs in the region server, once the values of
   * placeholders are known.
   */
  def checked(table: TableLayout, operators: Seq[Operator]): Either[Refusal, SubPlan] = {
    val subPlan =
      SubPlan.newBuilder().setFormatVersion(formatVersion).setTable(table).addAllOperators(operators.asJava).build()
    try {
      CompiledSubPlan.compile(SubPlans.parse(Placeholders.withNulls(subPlan).toByteArray))
      Right(subPlan)
    } catch {
      case refusal: PlanException => Left(Refusal(refusal.getMessage))
    }
  }

  /** The sub-plan without the values of its placeholders: filters that wait for them let every row pass. */
  def withoutValues(subPlan: SubPlan): SubPlan = {
    val builder = subPlan.toBuilder
    builder.getOperatorsBuilderList.asScala.foreach { operator =>
      if (operator.hasFilter && Placeholders.areIn(operator.getFilter)) operator.setFilter(passing.getFilter)
    }
    Placeholders.withNulls(builder.build())
  }
}
