package org.apache.spark.sql.hbase.plan.push.access

import org.apache.spark.sql.catalyst.expressions.{Expression, IsNotNull, PredicateHelper}
import org.apache.spark.sql.execution.FilterExec
import org.apache.spark.sql.hbase.plan.catalyst.GeneratedCode

/**
 * The conjuncts of a filter in the order in which Spark evaluates them. Of two that may raise an error or drop the row,
 * the first decides.
 *
 * {{{
 * i IS NOT NULL AND k IS NOT NULL AND 10 / i > 1 AND k > 3
 *   generated code    i IS NOT NULL, 10 / i > 1, k IS NOT NULL, k > 3
 * }}}
 */
private[plan] object ConjunctOrder extends PredicateHelper {

  def of(filter: FilterExec): Seq[Expression] = {
    val conjuncts = splitConjunctivePredicates(filter.condition)
    if (GeneratedCode.runs(filter)) generated(conjuncts) else conjuncts
  }

  /**
   * Returns the conjuncts that Spark evaluates before any that may raise an error, with generated code and without.
   *
   * @param mayRaise tells whether a conjunct may raise an error
   */
  def beforeErrors(conjuncts: Seq[Expression])(mayRaise: Expression => Boolean): Seq[Expression] = {
    val sure = generated(conjuncts).takeWhile(!mayRaise(_))
    conjuncts.takeWhile(!mayRaise(_)).filter(conjunct => sure.exists(_ eq conjunct))
  }

  /** Generated code asks whether a column is NULL just before its first use, and of unused ones at the end. */
  private def generated(conjuncts: Seq[Expression]): Seq[Expression] = {
    val (checks, others) = conjuncts.partition { case IsNotNull(value) => isNullIntolerant(value); case _ => false }
    val (ordered, unused) = others.foldLeft((Seq.empty[Expression], checks)) { case ((before, waiting), conjunct) =>
      val (needed, later) = waiting.partition { case IsNotNull(value) =>
        conjunct.references.exists(_.semanticEquals(value))
      }
      (before ++ needed :+ conjunct, later)
    }
    ordered ++ unused
  }
}
