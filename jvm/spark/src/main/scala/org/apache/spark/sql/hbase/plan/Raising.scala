package org.apache.spark.sql.hbase.plan

import org.apache.spark.sql.catalyst.expressions._

/**
 * Whether an expression may raise an error for some row. Conservative: only what is known to be total is safe.
 *
 * A conjunct that may raise is pushed down only together with every conjunct before it; otherwise it would see rows
 * that Spark would have filtered out, and raise where Spark does not.
 */
object Raising {
  def mayRaise(expression: Expression): Boolean = expression.exists {
    case _: Attribute | _: Literal | _: Alias => false
    case _: BinaryComparison | _: And | _: Or | _: Not | _: IsNull | _: IsNotNull | _: In | _: InSet => false
    case _: Coalesce | _: CaseWhen | _: If => false
    case _: StartsWith | _: EndsWith | _: Contains | _: Substring | _: Length => false
    case _: Year | _: Month | _: DayOfMonth | _: Quarter | _: DayOfWeek | _: DayOfYear => false
    case _: Hour | _: Minute | _: Second | _: TruncTimestamp => false
    case cast: Cast => !Cast.canUpCast(cast.child.dataType, cast.dataType)
    case _ => true
  }
}
