package org.apache.spark.sql.hbase.dialect

/** Finds its way through tokens that Spark will understand. */
private[dialect] object Parentheses {

  /** The index of the token behind the one that closes the parenthesis at `open`; behind all tokens if none does. */
  def behind(tokens: IndexedSeq[Token], open: Int): Int = {
    val depths = depthsBehind(tokens, open)
    val close = depths.indexWhere(_ == 0)
    if (close < 0) tokens.length else open + close + 1
  }

  /** The index of the first token from `from` on, outside of parentheses, at which `found` is true. */
  def findOutside(tokens: IndexedSeq[Token], from: Int)(found: Int => Boolean): Option[Int] =
    (from until tokens.length).zip(0 +: depthsBehind(tokens, from)).collectFirst {
      case (index, 0) if found(index) => index
    }

  private def depthsBehind(tokens: IndexedSeq[Token], from: Int): Seq[Int] =
    tokens.view.drop(from).scanLeft(0)((depth, token) => depth + step(token)).drop(1).toList

  private def step(token: Token): Int =
    if (token.isSymbol("(")) 1 else if (token.isSymbol(")")) -1 else 0
}
