package org.apache.spark.sql.hbase.plan

import com.ibm.icu.lang.{UCharacter, UProperty}
import com.ibm.icu.util.ULocale

/** The engine's table of letter cases as it follows from the ICU that Spark uses. */
object LetterCaseTableText {
  private val codePoints = (0 to Character.MAX_CODE_POINT).filterNot(c => c >= 0xd800 && c <= 0xdfff)

  def lines: Seq[String] =
    mappings("upper", UCharacter.toUpperCase(ULocale.ROOT, _)) ++
      mappings("lower", UCharacter.toLowerCase(ULocale.ROOT, _)) ++
      property("cased", UProperty.CASED) ++
      property("ignorable", UProperty.CASE_IGNORABLE)

  private def mappings(name: String, map: String => String): Seq[String] = {
    val changed = codePoints.map(c => c -> map(Character.toString(c)).codePoints.toArray.toSeq).filter { case (c, to) =>
      to != Seq(c)
    }
    val (single, several) = changed.partition(_._2.size == 1)
    ranges(name, single.map { case (source, target) => source -> target.head }) ++
      several.map { case (source, targets) => (s"$name*" +: (source +: targets).map(hex)).mkString(" ") }
  }

  /** Longest runs of equal distance to the target, of every code point or of every second one. */
  private def ranges(name: String, pairs: Seq[(Int, Int)]): Seq[String] = {
    val lines = Seq.newBuilder[String]
    var rest = pairs
    while (rest.nonEmpty) {
      val (first, target) = rest.head
      val step = if (rest.size > 1 && rest(1)._1 - first == 2) 2 else 1
      val run = rest.zipWithIndex.takeWhile { case ((source, to), i) =>
        source == first + i * step && to - source == target - first
      }
      lines += (name +: Seq(first, first + (run.size - 1) * step, step, target).map(hex)).mkString(" ")
      rest = rest.drop(run.size)
    }
    lines.result()
  }

  private def property(name: String, property: Int): Seq[String] = {
    val members = codePoints.filter(UCharacter.hasBinaryProperty(_, property))
    val starts = members.zip(-2 +: members).collect { case (c, before) if c != before + 1 => c }
    val ends = members.zip(members.tail :+ -2).collect { case (c, after) if after != c + 1 => c }
    starts.zip(ends).map { case (first, last) => s"$name ${hex(first)} ${hex(last)}" }
  }

  private def hex(number: Int): String = number.toHexString
}
