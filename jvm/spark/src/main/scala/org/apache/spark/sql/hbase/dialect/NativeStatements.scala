package org.apache.spark.sql.hbase.dialect

/** Finds the statements of the dialect. */
private[dialect] object NativeStatements {

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
    else if (head.is("EXPLAIN")) InnerStatements.explained(statement, all, of(_, names))
    else if (head.is("BEGIN")) InnerStatements.script(statement, all, of(_, names))
    else None
  }
}
