package org.apache.spark.sql.hbase.dialect

import org.apache.spark.sql.catalyst.util.QuotingUtils
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.hbase.error.HBaseErrors

/**
 * `CREATE TABLE t LIKE s` of lines of Spark that ask no catalog for it. They would make t in their own catalog, or call
 * the statement a syntax error.
 */
private[dialect] object LikeClause {

  /** Refuses the statement if its table is one of HBase. */
  def refuse(statement: String, tokens: IndexedSeq[Token], names: TableNames): Unit = {
    val reader = new TokenReader(statement, tokens, from = 2)
    reader.accept("IF", "NOT", "EXISTS")
    if (reader.next.name.isDefined) {
      val name = reader.nameParts("the name of a table")
      if (reader.next.is("LIKE") && names.ofHBase(name).isDefined) {
        throw HBaseErrors.UnsupportedStatement.analysis(
          "statement" -> "CREATE TABLE ... LIKE, for which Spark before 4.2 asks no catalog; write CREATE TABLE ... AS SELECT",
          "table" -> QuotingUtils.quoted(Identifier.of(name.init.toArray, name.last))
        )
      }
    }
  }
}
