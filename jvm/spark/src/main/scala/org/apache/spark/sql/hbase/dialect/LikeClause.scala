package org.apache.spark.sql.hbase.dialect

import org.apache.spark.sql.catalyst.analysis.{UnresolvedIdentifier, UnresolvedTableOrView}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.trees.CurrentOrigin
import org.apache.spark.sql.hbase.shim.ScalaShim._

/**
 * `CREATE TABLE t LIKE s` of lines of Spark that ask no catalog for it. They know tables of their own catalog alone, so the
 * text has two such names, and the plan has the names of the statement.
 *
 * {{{
 * CREATE TABLE hbase.ns.t LIKE hbase.ns.s USING hbase   ->   CREATE TABLE t LIKE s USING hbase
 * }}}
 */
private[dialect] object LikeClause {

  /**
   * @param named gives the plan of the text the names of the new table and of its source
   * @return None: another statement, or one of another catalog
   */
  def rewrite(
      statement: String,
      tokens: IndexedSeq[Token],
      names: TableNames,
      named: (LogicalPlan, LogicalPlan, LogicalPlan) => LogicalPlan
  ): Option[NativeStatement] = {
    val reader = new TokenReader(statement, tokens, from = 2)
    reader.accept("IF", "NOT", "EXISTS")
    for {
      (table, tableEdit) <- readName(reader, "t")
      if reader.accept("LIKE") && names.ofHBase(table).isDefined
      sourceStart = reader.next.start
      (source, sourceEdit) <- readName(reader, "s")
    } yield {
      val from = CurrentOrigin.withOrigin(Rewriting.origin(statement, sourceStart)) {
        UnresolvedTableOrView(source, "CREATE TABLE LIKE", allowTempView = true)
      }
      NativeStatement(
        Rewriting(statement, Seq(tableEdit, sourceEdit)),
        Some(plan => named(plan, UnresolvedIdentifier(table), from))
      )
    }
  }

  /** None: IDENTIFIER(...) and the like, which are Spark's. */
  private def readName(reader: TokenReader, instead: String): Option[(Seq[String], Edit)] = {
    val start = reader.next.start
    Option.when(reader.next.name.isDefined) {
      val name = reader.nameParts("the name of a table")
      (name, Edit(start, reader.end, instead))
    }
  }
}
