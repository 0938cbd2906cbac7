package org.apache.spark.sql.hbase.dialect

import org.antlr.v4.runtime.{CharStreams, Token => AntlrToken}

import org.apache.spark.sql.catalyst.parser.SqlBaseLexer
import org.apache.spark.sql.internal.SQLConf

/**
 * A token of a statement, as Spark's own lexer cuts it. Tokens are compared by their text: their numbers differ from one
 * version of Spark to the next.
 *
 * @param start index of its first character in the statement
 * @param end index behind its last one
 */
private[dialect] final case class Token(kind: Token.Kind, text: String, start: Int, end: Int) {

  /** An unquoted word, whether Spark reserves it or not. */
  def is(word: String): Boolean = kind == Token.Word && text.equalsIgnoreCase(word)

  def isSymbol(symbol: String): Boolean = kind == Token.Other && text == symbol

  /** Returns the text that the token names, if it is a name. */
  def name: Option[String] = kind match {
    case Token.Word => Some(text)
    case Token.Quoted => Some(text.substring(1, text.length - 1).replace(text.take(1) * 2, text.take(1)))
    case _ => None
  }
}

private[dialect] object Token {
  sealed trait Kind

  /** Keywords and names. */
  case object Word extends Kind

  /** A name between quotes. */
  case object Quoted extends Kind
  case object Literal extends Kind
  case object Other extends Kind

  /** Behind the last token. */
  case object End extends Kind

  /** The tokens of a statement up to and with [[End]], cut when they are asked for; blanks and comments are left out. */
  def read(statement: String): Iterator[Token] = {
    val lexer = new SqlBaseLexer(new UpperCased(CharStreams.fromString(statement)))
    // What the lexer does not know is a token of its own kind, and Spark's parser tells about it.
    lexer.removeErrorListeners()
    val positions = new Positions(statement)
    val tokens = Iterator
      .continually(lexer.nextToken())
      .filter(_.getChannel == AntlrToken.DEFAULT_CHANNEL)
      .map(of(statement, positions, _))
    new Iterator[Token] {
      private var ended = false

      override def hasNext: Boolean = !ended

      override def next(): Token = {
        val token = tokens.next()
        ended = token.kind == End
        token
      }
    }
  }

  private def of(statement: String, positions: Positions, token: AntlrToken): Token =
    if (token.getType == AntlrToken.EOF) {
      Token(End, "", statement.length, statement.length)
    } else {
      val start = positions.ofCodePoint(token.getStartIndex)
      val end = positions.ofCodePoint(token.getStopIndex + 1)
      val text = statement.substring(start, end)
      Token(kindOf(SqlBaseLexer.VOCABULARY.getSymbolicName(token.getType), text), text, start, end)
    }

  private def kindOf(symbol: String, text: String): Kind = symbol match {
    case "BACKQUOTED_IDENTIFIER" => Quoted
    case "DOUBLEQUOTED_STRING" => if (SQLConf.get.doubleQuotedIdentifiers) Quoted else Literal
    case "STRING_LITERAL" => Literal
    case "IDENTIFIER" => Word
    case _ => if (isKeyword(text)) Word else Other
  }

  private def isKeyword(text: String): Boolean =
    text.headOption.exists(_.isLetter) && text.forall(c => c.isLetterOrDigit || c == '_')

  /** The lexer counts code points. Asked for ascending ones it reads the statement once. */
  private final class Positions(statement: String) {
    private var codePoint = 0
    private var index = 0

    def ofCodePoint(wanted: Int): Int = {
      index = statement.offsetByCodePoints(index, wanted - codePoint)
      codePoint = wanted
      index
    }
  }
}
