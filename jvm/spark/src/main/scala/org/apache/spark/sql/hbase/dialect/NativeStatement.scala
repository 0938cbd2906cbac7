package org.apache.spark.sql.hbase.dialect

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

/**
 * What a statement of the dialect is for Spark.
 *
 * @param rewriting has the text that Spark parses
 * @param completion gives the plan of that text what its grammar has no words for, if there is something
 */
private[dialect] final case class NativeStatement(
    rewriting: Rewriting,
    completion: Option[LogicalPlan => LogicalPlan] = None
) {
  def complete(plan: LogicalPlan): LogicalPlan = completion.fold(plan)(_(plan))
}

private[dialect] object NativeStatement {

  /** @return None: the statement is Spark's own. Reads no more than two tokens of most others. */
  def of(statement: String, names: TableNames): Option[NativeStatement] = {
    val tokens = Token.read(statement)
    val head = tokens.next()
    val second = tokens.nextOption()
    def starts(first: String, other: String): Boolean = head.is(first) && second.exists(_.is(other))
    def all: IndexedSeq[Token] = (head +: second.toIndexedSeq) ++ tokens
    if (starts("CREATE", "TABLE")) MappedTable.rewrite(statement, all, names)
    else if (starts("ALTER", "TABLE")) AlterTable.rewrite(statement, all, names)
    else if (starts("LOAD", "DATA")) LoadData.rewrite(statement, all, names)
    else if (head.is("EXPLAIN")) InnerStatements.explained(statement, all, names)
    else if (head.is("BEGIN")) InnerStatements.script(statement, all, names)
    else None
  }
}
