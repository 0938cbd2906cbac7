package org.apache.spark.sql.hbase.plan

import scala.util.Random

import org.apache.spark.unsafe.types.UTF8String

/** Random strings of what is hard about strings: letters of all widths, and bytes that are not UTF-8. */
final class TextSamples(random: Random) {
  private val pieces =
    Seq("a", "b", "ab", " ", "A", "z", "0", "%", "_", "\\", "\n", "\r", "\t", "\u0000", "é", "ß", "Σ", "ς")
  private val wide =
    Seq("İ", "ﬁ", "€", "\u0301", "\u2028", "\u0085", "😀", "𐐨", "\uFFFD", "ŉ", "\u00A0", "ὈΔ", ".", "'")
  private val broken = Seq("80", "C3", "E282", "F09F98", "EDA080", "C080", "F5", "FF", "F8", "E2", "F4908080")

  /** UTF-8. */
  def valid(): UTF8String = UTF8String.fromString(Seq.fill(random.nextInt(9))(one(pieces, pieces, wide)).mkString)

  /** Perhaps not UTF-8, but no code point reaches over the end: there Spark reads on in whatever memory follows. */
  def any(): UTF8String = {
    val parts = Seq.fill(random.nextInt(7))(
      if (random.nextInt(4) == 0) bytes(one(broken)) else one(pieces, wide).getBytes("UTF-8")
    )
    UTF8String.fromBytes(parts.flatten.toArray ++ "...".getBytes)
  }

  def nullable(text: => UTF8String): UTF8String = if (random.nextInt(12) == 0) null else text

  private def bytes(hex: String): Array[Byte] = hex.grouped(2).map(Integer.parseInt(_, 16).toByte).toArray

  private def one(choices: Seq[String]*): String = {
    val some = choices(random.nextInt(choices.size))
    some(random.nextInt(some.size))
  }
}
