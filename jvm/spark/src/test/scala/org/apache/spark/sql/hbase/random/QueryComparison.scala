package org.apache.spark.sql.hbase.random

import scala.util.Try

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.plan.{InProcessCatalog, InProcessTable, PlanSession}
import org.apache.spark.sql.hbase.wire.proto.SubPlan

/**
 * Runs queries by plain Spark and with pushdown to the engine. Rows must be equal, or the class of the error.
 *
 * Where rows raise different errors, the row that is read first decides, in Spark too. Another class is accepted only
 * if plain Spark itself raises it for a part of the rows. An error of Spark's interpreter that its generated code does
 * not come to, because something before it is NULL, does not count. Generated code is Spark's default.
 */
final class QueryComparison(name: String, rows: Seq[InternalRow], mutation: SubPlan => SubPlan = identity) {
  import QueryComparison._

  InProcessCatalog.put(new InProcessTable(name, WideTable.schema, rows, mutation))
  PlanSession.createView(name, WideTable.schema, rows)

  def compare(settings: RandomSettings, query: RandomQuery): Outcome =
    // Adaptive plans cost time and change nothing in one process.
    settings(PlanSession.withConf("spark.sql.adaptive.enabled" -> "false")(compare(query)))

  private def compare(query: RandomQuery): Outcome = QueryAnswer.of(on(query, name)) match {
    case expected: Raised =>
      compare(query, expected) match {
        case _: Different =>
          PlanSession.withConf(PlanSession.generatedCode: _*)(compare(query, QueryAnswer.of(on(query, name))))
        case equal => equal
      }
    case expected => compare(query, expected)
  }

  private def compare(query: RandomQuery, expected: QueryAnswer): Outcome =
    if (expected == NotAQuery) Invalid
    else {
      val pushing = Try(PlanSession.spark.sql(on(query, s"inproc.$name")))
      val actual = QueryAnswer.of(pushing.get)
      // A query that raises while it is planned has no scans.
      if (areEqual(query, expected, actual))
        Equal(Try(PlanSession.scans(pushing.get)).toOption.exists(_.exists(_.report.operators.map(_.text).nonEmpty)))
      else Different(s"plain Spark $expected, with pushdown $actual")
    }

  /** The smallest query that still differs, of those that leave out parts of this one, and how it differs. */
  def shrink(settings: RandomSettings, query: RandomQuery, difference: Different): (RandomQuery, Different) =
    query.smaller.iterator
      .map(smaller => smaller -> compare(settings, smaller))
      .collectFirst { case (smaller, different: Different) => shrink(settings, smaller, different) }
      .getOrElse((query, difference))

  private def areEqual(query: RandomQuery, expected: QueryAnswer, actual: QueryAnswer): Boolean =
    (expected, actual) match {
      case (a: Rows, b: Rows) => Rows.areEqual(a, b, query.orderBy.nonEmpty)
      case (a: Raised, b: Raised) => a == b || raisesForSome(query, rows, b)
      case _ => false
    }

  private def raisesForSome(query: RandomQuery, some: Seq[InternalRow], wanted: Raised): Boolean = {
    PlanSession.createView("part", WideTable.schema, some)
    QueryAnswer.of(on(query, "part")) match {
      case `wanted` => true
      case _: Raised if some.size > 1 =>
        val (first, second) = some.splitAt(some.size / 2)
        raisesForSome(query, first, wanted) || raisesForSome(query, second, wanted)
      case _ => false
    }
  }

  private def on(query: RandomQuery, table: String): String = query.sql.replace("@wide", table)
}

object QueryComparison {
  sealed trait Outcome
  case object Invalid extends Outcome

  /** @param isPushed whether anything ran in the engine */
  final case class Equal(isPushed: Boolean) extends Outcome

  final case class Different(description: String) extends Outcome
}
