package org.apache.spark.sql.hbase.dialect

/** The one type name of the proposal that Spark does not know: `bool`. */
private[dialect] object TypeNames {

  /** Edits of column types `bool` between two tokens: they stand behind a name at the begin of a list or behind a comma. */
  def edits(tokens: IndexedSeq[Token], from: Int, until: Int): Seq[Edit] =
    (from + 2 until until).collect {
      case i if startsColumn(tokens(i - 2)) && tokens(i - 1).name.isDefined && tokens(i).is("BOOL") => edit(tokens(i))
    }

  def edit(token: Token): Edit = Edit(token.start, token.end, "BOOLEAN")

  private def startsColumn(token: Token): Boolean = token.isSymbol("(") || token.isSymbol(",")
}
