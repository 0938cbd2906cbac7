package org.apache.spark.sql.hbase.dialect

import org.apache.spark.sql.hbase.shim.ScalaShim._

/**
 * `LOAD DATA [PARALLEL] INPATH 'p' INTO TABLE t [FIELDS TERMINATED BY ',']` of a table of an HBase catalog: a call of the
 * catalog's procedure `bulk_load`. Any other LOAD DATA is Spark's.
 */
private[dialect] object LoadData {

  /** @return None: Spark's own statement */
  def rewrite(statement: String, tokens: IndexedSeq[Token], names: TableNames): Option[NativeStatement] =
    tableName(statement, tokens).flatMap(names.ofHBase).map { table =>
      val reader = new TokenReader(statement, tokens, from = 2)
      val parallel = reader.accept("PARALLEL")
      reader.expect("INPATH", if (parallel) "" else "or 'PARALLEL'")
      val path = reader.text("the path of the files")
      reader.expect("INTO")
      reader.expect("TABLE")
      reader.nameParts("the name of a table")
      val delimiter = Option.when(reader.accept("FIELDS")) {
        reader.expect("TERMINATED")
        reader.expect("BY")
        reader.text("the character between two fields")
      }
      val end = reader.end
      reader.expectEnd(if (delimiter.isEmpty) "'FIELDS TERMINATED BY', or " else "")
      val procedure = HBaseName(table.catalog, Seq("system"), "bulk_load")
      val call = CallStatement.head(procedure) + arguments(table, path, delimiter, parallel)
      NativeStatement(
        Rewriting(statement, Seq(Edit(tokens.head.start, end, call))),
        CallStatement.completion(procedure)
      )
    }

  /** Finds the name behind INTO TABLE, wherever it stands; only the name tells whether the statement is ours. */
  private def tableName(statement: String, tokens: IndexedSeq[Token]): Option[Seq[String]] = {
    val into = tokens.indices.find(i => tokens(i).is("INTO") && tokens(i + 1).is("TABLE"))
    into.map(i => new TokenReader(statement, tokens, i + 2)).filter(_.next.name.isDefined).map(_.nameParts("a table"))
  }

  private def arguments(table: HBaseName, path: String, delimiter: Option[String], parallel: Boolean): String = {
    val arguments = Seq("table" -> SqlText.literal(table.inCatalog), "path" -> path) ++
      delimiter.map("delimiter" -> _) :+ ("parallel" -> parallel.toString)
    arguments.map { case (name, value) => s"$name => $value" }.mkString("(", ", ", ")")
  }
}
