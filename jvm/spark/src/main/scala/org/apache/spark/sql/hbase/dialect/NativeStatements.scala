package org.apache.spark.sql.hbase.dialect

import org.apache.spark.sql.hbase.shim.{DeclaringShim, LikeShim}

/** Finds the statements of the dialect. */
private[dialect] object NativeStatements {

  /** @return None: the statement is Spark's own. Reads no more than two tokens of most others. */
  def of(statement: String, names: TableNames): Option[NativeStatement] = {
    val tokens = Token.read(statement)
    val head = tokens.next()
    val second = if (tokens.hasNext) Some(tokens.next()) else None
    def starts(first: String, other: String): Boolean = head.is(first) && second.exists(_.is(other))
    def all: IndexedSeq[Token] = (head +: second.toIndexedSeq) ++ tokens
    if (starts("CREATE", "TABLE")) newTable(statement, all, names)
    else if (starts("CREATE", "OR") || starts("REPLACE", "TABLE")) keyed(statement, all, names, None)
    else if (starts("ALTER", "TABLE")) AlterTable.rewrite(statement, all, names)
    else if (starts("LOAD", "DATA")) LoadData.rewrite(statement, all, names)
    else if (head.is("CALL")) CallStatement.rewrite(statement, all, names)
    else if (head.is("EXPLAIN")) InnerStatements.explained(statement, all, of(_, names))
    else if (head.is("BEGIN")) InnerStatements.script(statement, all, of(_, names))
    else None
  }

  private def newTable(statement: String, tokens: IndexedSeq[Token], names: TableNames): Option[NativeStatement] =
    LikeShim.named
      .flatMap(LikeClause.rewrite(statement, tokens, names, _))
      .orElse(keyed(statement, tokens, names, MappedTable.rewrite(statement, tokens, names)))

  private def keyed(
      statement: String,
      tokens: => IndexedSeq[Token],
      names: TableNames,
      native: Option[NativeStatement]
  ): Option[NativeStatement] =
    if (DeclaringShim.knowsPrimaryKey) native else PrimaryKeyClause.rewrite(statement, tokens, names, native)
}
