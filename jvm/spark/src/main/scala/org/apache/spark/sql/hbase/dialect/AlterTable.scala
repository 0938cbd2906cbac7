package org.apache.spark.sql.hbase.dialect

import org.apache.spark.sql.catalyst.plans.logical.{AddColumns, LogicalPlan}
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.shim.ScalaShim._

/** `ALTER TABLE t ADD c TYPE MAPPED BY (c = cf.q, ...)` and `ALTER TABLE t DROP c`. */
private[dialect] object AlterTable {

  /** @return None: Spark's own statement */
  def rewrite(statement: String, tokens: IndexedSeq[Token], names: TableNames): Option[NativeStatement] = {
    val reader = new TokenReader(statement, tokens, from = 2)
    val nameStart = reader.next.start
    // IDENTIFIER(...) and the like are Spark's.
    Option.when(reader.next.name.isDefined)(reader.nameParts("the name of a table")).flatMap { name =>
      val nameEnd = reader.end
      def named(hbase: HBaseName): Edit = Edit(nameStart, nameEnd, hbase.sql)
      if (reader.accept("ADD")) {
        mappedBy(tokens, reader.index).map(add(statement, tokens, reader, _, named(names.mapped(name))))
      } else if (reader.accept("DROP") && dropsColumn(tokens, reader.index)) {
        names.ofHBase(name).map(hbase => drop(statement, reader, named(hbase)))
      } else {
        None
      }
    }
  }

  private def mappedBy(tokens: IndexedSeq[Token], from: Int): Option[Int] =
    Parentheses.findOutside(tokens, from) { i =>
      tokens(i).is("MAPPED") && tokens.isDefinedAt(i + 2) && tokens(i + 1).is("BY") && tokens(i + 2).isSymbol("(")
    }

  private def add(
      statement: String,
      tokens: IndexedSeq[Token],
      reader: TokenReader,
      clause: Int,
      named: Edit
  ): NativeStatement = {
    val keyword = if (reader.accept("COLUMN")) None else Some(Edit(reader.next.start, reader.next.start, "COLUMN "))
    val column = reader.nameParts("the name of the new column")
    val bool = Option.when(reader.next.is("BOOL"))(TypeNames.edit(reader.next))
    val (mappings, end) = readClause(new TokenReader(statement, tokens, clause), column.head)
    val edits = (named +: keyword.toSeq) ++ bool :+ Edit(tokens(clause - 1).end, end, "")
    NativeStatement(Rewriting(statement, edits), Some(withMapping(_, mappings)))
  }

  /** @return the mappings of the column, or of the fields of a STRUCT, and where the clause ends */
  private def readClause(reader: TokenReader, column: String): (Seq[CellMapping], Int) = {
    def readOne(): CellMapping = {
      if (!reader.next.name.exists(_.equalsIgnoreCase(column))) {
        throw reader.unexpected(s"'$column', the column that the statement adds")
      }
      CellMapping.read(reader)
    }
    reader.expect("MAPPED")
    reader.expect("BY")
    reader.expect("(")
    val first = readOne()
    val others = Iterator.continually(reader.accept(",")).takeWhile(identity).map(_ => readOne()).toList
    reader.expect(")")
    val end = reader.end
    reader.expectEnd()
    (CellMapping.each(first +: others), end)
  }

  private def withMapping(plan: LogicalPlan, mappings: Seq[CellMapping]): LogicalPlan = plan match {
    case AddColumns(table, Seq(column)) =>
      if (column.position.isDefined || column.default.isDefined) {
        throw HBaseErrors.UnsupportedStatement.analysis(
          "statement" -> "ALTER TABLE ... ADD ... MAPPED BY with FIRST, AFTER or DEFAULT",
          "column" -> column.colName
        )
      }
      val properties = mappings.flatMap(_.properties)
      AddMappedColumn(table, column.name, column.dataType, column.nullable, column.comment, properties)
    case other =>
      throw new IllegalStateException(s"ALTER TABLE ... ADD COLUMN of one column is not a plan that adds one: $other")
  }

  /** Behind DROP there is one name alone, and none of the words that may follow in statements of Spark's. */
  private def dropsColumn(tokens: IndexedSeq[Token], from: Int): Boolean =
    tokens(from).name.isDefined && !SparksWords.exists(tokens(from).is) &&
      (tokens(from + 1).kind == Token.End || tokens(from + 1).isSymbol(";"))

  private def drop(statement: String, reader: TokenReader, named: Edit): NativeStatement = {
    val column = reader.next.start
    reader.skip()
    reader.expectEnd()
    NativeStatement(Rewriting(statement, Seq(named, Edit(column, column, "COLUMN "))))
  }

  private val SparksWords = Seq("COLUMN", "COLUMNS", "PARTITION", "CONSTRAINT", "IF")
}
