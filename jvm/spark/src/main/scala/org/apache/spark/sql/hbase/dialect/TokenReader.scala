package org.apache.spark.sql.hbase.dialect

import org.apache.spark.sql.catalyst.parser.ParseException
import org.apache.spark.sql.hbase.shim.ErrorShim

/**
 * Reads a statement token by token; what is not expected is a ParseException at that token. Used by one thread, for one
 * statement.
 *
 * @param tokens end with one of kind `End`
 */
private[dialect] final class TokenReader(statement: String, tokens: IndexedSeq[Token], from: Int = 0) {
  private var position = from

  def next: Token = tokens(position)

  /** Returns the number of tokens read so far. */
  def index: Int = position

  /** Returns the end of the text read so far. */
  def end: Int = if (position == 0) 0 else tokens(position - 1).end

  def skip(): Token = {
    val token = next
    if (token.kind != Token.End) position += 1
    token
  }

  /** Reads these words if they come next, all or none. */
  def accept(words: String*): Boolean = {
    val found = tokens.slice(position, position + words.length).corresponds(words)((t, w) => t.is(w) || t.isSymbol(w))
    if (found) position += words.length
    found
  }

  /** @param what else may stand here, for the message */
  def expect(word: String, what: String = ""): Unit =
    if (!accept(word)) throw unexpected(if (what.isEmpty) s"'$word'" else s"'$word' $what")

  def name(what: String): String = next.name match {
    case Some(name) =>
      skip()
      name
    case None => throw unexpected(s"$what (between backquotes if it is not a word)")
  }

  /** `a`, `a.b` or `a.b.c`. */
  def nameParts(what: String): Seq[String] = {
    val first = name(what)
    first +: Iterator.continually(accept(".")).takeWhile(identity).map(_ => name(what)).toList
  }

  /** A text between quotes, or a parameter that stands for one; as it is written. */
  def text(what: String): String = {
    val start = next.start
    if (next.kind == Token.Literal || next.isSymbol("?")) skip()
    else if (accept(":")) name("the name of a parameter")
    else throw unexpected(s"$what between quotes")
    statement.substring(start, end)
  }

  /** @param what else may stand here, for the message */
  def expectEnd(what: String = ""): Unit = {
    while (accept(";")) {}
    if (next.kind != Token.End) throw unexpected(s"${what}the end of the statement")
  }

  def unexpected(expected: String): ParseException = TokenReader.unexpected(statement, next, expected)
}

private[dialect] object TokenReader {

  /** Spark's own condition for what its grammar does not know. */
  def unexpected(statement: String, token: Token, expected: String): ParseException = {
    val found = if (token.kind == Token.End) "end of input" else s"'${token.text}'"
    ErrorShim.parse(
      statement,
      Rewriting.origin(statement, token.start),
      "PARSE_SYNTAX_ERROR",
      Map("error" -> found, "hint" -> s": expected $expected")
    )
  }
}
