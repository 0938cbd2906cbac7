package org.apache.spark.sql.hbase.dialect

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.parser.ParseException
import org.apache.spark.sql.catalyst.trees.Origin
import org.apache.spark.sql.hbase.shim.{ConditionShim, ErrorShim}

/** Replaces the characters from `start` to `end`, exclusive. */
private[dialect] final case class Edit(start: Int, end: Int, replacement: String)

/**
 * A statement that was made native by a few edits. The rest of it is Spark's to understand, and what Spark says against
 * that rest is said of the statement as the user wrote it. Immutable.
 *
 * @param edits in ascending order, none in another
 */
private[dialect] final case class Rewriting(original: String, edits: Seq[Edit]) {
  val text: String = {
    val out = new StringBuilder
    val copied = edits.foldLeft(0) { (from, edit) =>
      out.append(original.substring(from, edit.start)).append(edit.replacement)
      edit.end
    }
    out.append(original.substring(copied)).toString
  }

  /**
   * Returns the position in the original of a character of [[text]]. A character of a replacement has the position at
   * which the replaced text begins.
   */
  def inOriginal(index: Int): Int = {
    val shifts = edits.scanLeft(0)((shift, e) => shift + e.replacement.length - (e.end - e.start))
    edits.zip(shifts).reverse.find { case (edit, shift) => edit.start + shift <= index } match {
      case None => index
      case Some((edit, shift)) =>
        val behind = index - (edit.start + shift + edit.replacement.length)
        if (behind < 0) edit.start else edit.end + behind
    }
  }

  /** The exception that Spark would have thrown, had it read the original. */
  def inOriginal(e: ParseException): ParseException = (e.start.line, e.start.startPosition) match {
    case (Some(line), Some(column)) if ConditionShim.of(e) != null =>
      val origin = Rewriting.origin(original, inOriginal(Rewriting.index(text, line, column)))
      ErrorShim.parse(original, origin, ConditionShim.of(e), e.getMessageParameters.asScala.toMap)
    case _ => e
  }
}

private[dialect] object Rewriting {

  /** Line from 1, column from 0, as Spark counts. */
  def origin(text: String, index: Int): Origin = {
    val before = text.substring(0, math.min(index, text.length))
    Origin(Some(before.count(_ == '\n') + 1), Some(before.length - before.lastIndexOf('\n') - 1))
  }

  private def index(text: String, line: Int, column: Int): Int = {
    val lineStart = Iterator.iterate(0)(from => text.indexOf('\n', from) + 1).drop(line - 1).next()
    math.min(lineStart + column, text.length)
  }
}
