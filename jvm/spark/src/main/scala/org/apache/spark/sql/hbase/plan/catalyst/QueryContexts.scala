package org.apache.spark.sql.hbase.plan.catalyst

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import com.google.protobuf.Descriptors.FieldDescriptor.JavaType
import com.google.protobuf.Message

import org.apache.spark.QueryContext
import org.apache.spark.sql.catalyst.expressions.{Expression, SupportQueryContext}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.hbase.engine.expression.RaisingExpressions
import org.apache.spark.sql.hbase.wire.proto.{Expression => ProtoExpression, SubPlan}

/**
 * The places of expressions in the text of a query, which Spark's errors show and so do those of region servers. A call gets a
 * mark of its place when it is translated. The sub-plan of a scan has numbers instead: two that differ in places alone are
 * the same bytes, so that Spark shares their exchanges. Thread-safe.
 *
 * @param marks in the order of the numbers, which begin with 1
 */
final class QueryContexts private (marks: Seq[Int]) {
  @volatile private var known = Map.empty[Int, QueryContext]

  /**
   * Finds places in the expressions of the plan that the scan is made of. It is no other scan then: Spark's plans keep the old
   * one of two that are equal.
   */
  def learn(plan: LogicalPlan): Unit = if (!marks.forall(known.contains)) {
    val wanted = marks.toSet
    val found = for {
      node <- plan.collect { case node => node }
      expression <- node.expressions.flatMap(_.collect { case each => each })
      context <- QueryContexts.of(expression)
      mark = QueryContexts.mark(context) if wanted(mark)
    } yield mark -> context
    known ++= found
  }

  /** The places that errors can name, by number. */
  def byNumber: Map[Int, QueryContext] =
    marks.zipWithIndex.flatMap { case (mark, index) => known.get(mark).map(index + 1 -> _) }.toMap
}

object QueryContexts {
  val none: QueryContexts = new QueryContexts(Nil)

  /** The call with a mark, if its place is known. The engine need not support the call. */
  def marked(call: ProtoExpression, expression: Expression): ProtoExpression =
    of(expression).fold(call) { context =>
      val builder = call.toBuilder
      builder.getCallBuilder.setQueryContext(mark(context))
      builder.build()
    }

  /**
   * The sub-plan with numbers in place of marks, for calls that can raise an error, and their marks.
   *
   * @param subPlan which the engine supports
   */
  def numbered(subPlan: SubPlan): (SubPlan, QueryContexts) = {
    val marks = mutable.ArrayBuffer.empty[Int]
    val changed = replaced(subPlan) { call =>
      if (RaisingExpressions.raisesItself(call)) {
        marks += call.getCall.getQueryContext
        marks.size
      } else 0
    }
    (changed, if (marks.isEmpty) none else new QueryContexts(marks.toList))
  }

  /** The sub-plan or expression without marks. */
  def removed[M <: Message](message: M): M = replaced(message)(_ => 0)

  /**
   * The message itself where nothing of it has a mark.
   *
   * @param number given each call with a mark
   */
  private def replaced[M <: Message](message: M)(number: ProtoExpression => Int): M = {
    val placed: Message = message match {
      case marked: ProtoExpression if marked.getCall.getQueryContext != 0 =>
        val builder = marked.toBuilder
        builder.getCallBuilder.setQueryContext(number(marked))
        builder.build()
      case other => other
    }
    // Of lists of values, which can be long, nothing is looked at.
    val changed = placed.getAllFields.asScala.toSeq.collect {
      case (field, child: Message) =>
        val of = replaced(child)(number)
        if (of eq child) None else Some((builder: Message.Builder) => builder.setField(field, of))
      case (field, children: java.util.List[_]) if field.getJavaType == JavaType.MESSAGE =>
        val of = children.asScala.map { case child: Message => replaced(child)(number) }
        if (of.corresponds(children.asScala)(_ eq _.asInstanceOf[Message])) None
        else Some((builder: Message.Builder) => builder.setField(field, of.asJava))
    }.flatten
    val whole =
      if (changed.isEmpty) placed
      else {
        val builder = placed.toBuilder
        changed.foreach(_(builder))
        builder.build()
      }
    whole.asInstanceOf[M]
  }

  /** The place that Spark's own error would have. Expressions keep it apart from their origin, which views can change. */
  private def of(expression: Expression): Option[QueryContext] = expression match {
    case placed: SupportQueryContext => Option(placed.getContextOrNull()).filter(_.summary.nonEmpty)
    case _ => None
  }

  private def mark(context: QueryContext): Int = if (context.hashCode == 0) 1 else context.hashCode
}
