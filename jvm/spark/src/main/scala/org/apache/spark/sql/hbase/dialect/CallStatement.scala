package org.apache.spark.sql.hbase.dialect

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.util.QuotingUtils.quoteIdentifier
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.hbase.shim.CallShim

/**
 * CALL of a procedure. Where Spark's grammar has no CALL, Spark reads the arguments as those of a function, and the plan
 * becomes a command.
 *
 * {{{
 * CALL hbase.system.analyze(table => 'ns.t')   ->   SELECT `analyze`(table => 'ns.t')
 * }}}
 */
private[dialect] object CallStatement {

  /** Makes a command of a catalog, a procedure of it and the plan of the SELECT. */
  type Command = (String, Identifier, LogicalPlan) => LogicalPlan

  /** @return None: the procedure is one of another catalog, or Spark has CALL */
  def rewrite(statement: String, tokens: => IndexedSeq[Token], names: TableNames): Option[NativeStatement] =
    CallShim.command.flatMap(rewrite(statement, tokens, names, _))

  /** @return None: the procedure is one of another catalog */
  def rewrite(
      statement: String,
      tokens: IndexedSeq[Token],
      names: TableNames,
      command: Command
  ): Option[NativeStatement] = {
    val reader = new TokenReader(statement, tokens, from = 1)
    names.ofHBase(reader.nameParts("the name of a procedure")).map { procedure =>
      val select = Edit(tokens.head.start, reader.end, selected(procedure))
      if (!reader.next.isSymbol("(")) throw reader.unexpected("'('")
      val behind = math.min(Parentheses.behind(tokens, reader.index), tokens.length - 1)
      new TokenReader(statement, tokens, from = behind).expectEnd()
      NativeStatement(Rewriting(statement, Seq(select)), Some(called(procedure, command)))
    }
  }

  /** The text in front of the arguments of a call. */
  def head(procedure: HBaseName): String =
    if (CallShim.command.isDefined) selected(procedure)
    else s"CALL ${quoteIdentifier(procedure.catalog)}.${(procedure.namespace :+ procedure.table).mkString(".")}"

  /** Makes a call of the plan of such a text, if it is none. */
  def completion(procedure: HBaseName): Option[LogicalPlan => LogicalPlan] = CallShim.command.map(called(procedure, _))

  private def selected(procedure: HBaseName): String = s"SELECT ${quoteIdentifier(procedure.table)}"

  private def called(procedure: HBaseName, command: Command): LogicalPlan => LogicalPlan =
    command(procedure.catalog, Identifier.of(procedure.namespace.toArray, procedure.table), _)
}
