package org.apache.spark.sql.hbase.dialect

import org.antlr.v4.runtime.{CharStream, IntStream}
import org.antlr.v4.runtime.misc.Interval

/** The text in capitals, as Spark's lexer needs it for keywords. The text of tokens stays as it was written. */
private[dialect] final class UpperCased(in: CharStream) extends CharStream {
  override def LA(i: Int): Int = {
    val next = in.LA(i)
    if (next == IntStream.EOF) next else Character.toUpperCase(next)
  }

  override def consume(): Unit = in.consume()

  override def mark(): Int = in.mark()

  override def release(marker: Int): Unit = in.release(marker)

  override def index(): Int = in.index

  override def seek(index: Int): Unit = in.seek(index)

  override def size(): Int = in.size

  override def getSourceName: String = in.getSourceName

  override def getText(interval: Interval): String = in.getText(interval)
}
