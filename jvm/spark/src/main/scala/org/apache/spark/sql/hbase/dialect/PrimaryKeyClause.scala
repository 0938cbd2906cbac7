package org.apache.spark.sql.hbase.dialect

import scala.collection.mutable

import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, UnresolvedTableSpec}
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.shim.{DefinitionShim, PrimaryKeyProperty}

/**
 * The PRIMARY KEY of a CREATE TABLE, for lines of Spark whose grammar has none. It is taken out of the text, and the
 * plan has it as a property.
 *
 * {{{
 * CREATE TABLE hbase.ns.t (k INT NOT NULL, v INT, PRIMARY KEY (k))   ->   CREATE TABLE hbase.ns.t (k INT NOT NULL, v INT)
 * }}}
 */
private[dialect] object PrimaryKeyClause {

  /**
   * @param native the statement as others of the dialect have rewritten it
   * @return what is given where it has no PRIMARY KEY, or is one of another catalog
   */
  def rewrite(
      statement: String,
      tokens: IndexedSeq[Token],
      names: TableNames,
      native: Option[NativeStatement]
  ): Option[NativeStatement] = {
    val reader = new TokenReader(statement, tokens)
    if (!isDefinition(reader) || reader.next.name.isEmpty) native
    else {
      val name = reader.nameParts("the name of a table")
      if (!reader.next.isSymbol("(") || (native.isEmpty && names.ofHBase(name).isEmpty)) native
      else {
        val keys = clauses(statement, tokens, reader.index)
        if (keys.size > 1) throw HBaseErrors.UnsupportedStatement.analysis("statement" -> "two PRIMARY KEYs")
        keys.headOption.fold(native) { key =>
          val edits = native.toSeq.flatMap(_.rewriting.edits) :+ Edit(key.start, key.end, "")
          val before = native.fold(NativeStatement(Rewriting(statement, Nil)))(identity)
          Some(
            NativeStatement(
              Rewriting(statement, edits.sortBy(_.start)),
              Some(plan => withKey(before.complete(plan), key.columns))
            )
          )
        }
      }
    }
  }

  /** Reads up to the name of the table. */
  private def isDefinition(reader: TokenReader): Boolean = {
    val found = reader.accept("CREATE", "OR", "REPLACE", "TABLE") || reader.accept("CREATE", "TABLE") ||
      reader.accept("REPLACE", "TABLE")
    reader.accept("IF", "NOT", "EXISTS")
    found
  }

  /** @param end behind its last character; a comma that parts it from its neighbours is inside */
  private final case class Clause(start: Int, end: Int, columns: Seq[String])

  private def clauses(statement: String, tokens: IndexedSeq[Token], open: Int): Seq[Clause] = {
    val found = mutable.Buffer.empty[Clause]
    val close = Parentheses.behind(tokens, open) - 1
    var first = open + 1
    while (first < close) {
      val end = Parentheses.findOutside(tokens, first)(i => i >= close || tokens(i).isSymbol(",")).getOrElse(close)
      found ++= clause(statement, tokens, first, end, isLast = end >= close)
      first = end + 1
    }
    found.toList
  }

  /** @param end index of the token behind the element of the list that begins at `first` */
  private def clause(
      statement: String,
      tokens: IndexedSeq[Token],
      first: Int,
      end: Int,
      isLast: Boolean
  ): Option[Clause] = {
    val key =
      Parentheses.findOutside(tokens, first)(i => i >= end || tokens(i).is("PRIMARY") && tokens(i + 1).is("KEY"))
    key.filter(_ < end).map { at =>
      val start = if (at >= first + 2 && tokens(at - 2).is("CONSTRAINT")) at - 2 else at
      val reader = new TokenReader(statement, tokens, from = at + 2)
      if (start > first) {
        // Of one column, among what else is said of it.
        readTraits(reader)
        Clause(tokens(start).start, reader.end, tokens(first).name.toSeq)
      } else {
        val columns = readColumns(reader)
        readTraits(reader)
        if (reader.index != end) throw reader.unexpected("',' or ')'")
        val from = if (tokens(first - 1).isSymbol(",")) tokens(first - 1).start else tokens(first).start
        val alone = !tokens(first - 1).isSymbol(",") && !isLast
        Clause(from, if (alone) tokens(end).end else reader.end, columns)
      }
    }
  }

  private def readColumns(reader: TokenReader): Seq[String] = {
    def column(): String = reader.name("the name of a column")
    reader.expect("(")
    val columns = column() +: Iterator.continually(reader.accept(",")).takeWhile(identity).map(_ => column()).toList
    reader.expect(")", "or ',' and the next column")
    columns
  }

  /** Reads the words that Spark's later grammar has behind a key. All of them say what holds of keys here. */
  private def readTraits(reader: TokenReader): Unit =
    while (reader.accept("NOT", "ENFORCED") || reader.accept("RELY") || reader.accept("NORELY")) {}

  /** Columns of a key are NOT NULL. */
  private def withKey(plan: LogicalPlan, key: Seq[String]): LogicalPlan =
    DefinitionShim.changed(plan, name => key.exists(_.equalsIgnoreCase(name))) {
      case spec: UnresolvedTableSpec =>
        spec.copy(properties = spec.properties + (PrimaryKeyProperty.Name -> PrimaryKeyProperty.text(key)))
      case other => other
    }
}
