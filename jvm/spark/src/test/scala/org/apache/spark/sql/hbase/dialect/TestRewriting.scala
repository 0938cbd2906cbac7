package org.apache.spark.sql.hbase.dialect

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class TestRewriting {
  private val rewriting = Rewriting("0123456789", Seq(Edit(2, 4, "abcde"), Edit(5, 5, "x"), Edit(7, 9, "")))

  @Test
  def editsReplaceInsertAndRemove(): Unit = assertEquals("01abcde4x569", rewriting.text)

  @Test
  def positionsAreThoseOfTheOriginal(): Unit =
    assertEquals(Seq(0, 1, 2, 2, 2, 2, 2, 4, 5, 5, 6, 9, 10), (0 to 12).map(rewriting.inOriginal))

  @Test
  def withoutEditsNothingMoves(): Unit = {
    val same = Rewriting("abc", Seq.empty)
    assertEquals("abc", same.text)
    assertEquals(Seq(0, 1, 2, 3), (0 to 3).map(same.inOriginal(_: Int)))
  }

  @Test
  def linesCountFromOneAndColumnsFromZero(): Unit = {
    assertEquals((Some(1), Some(0)), place("ab\ncd", 0))
    assertEquals((Some(1), Some(2)), place("ab\ncd", 2))
    assertEquals((Some(2), Some(0)), place("ab\ncd", 3))
    assertEquals((Some(2), Some(2)), place("ab\ncd", 99))
  }

  private def place(text: String, index: Int): (Option[Int], Option[Int]) = {
    val origin = Rewriting.origin(text, index)
    (origin.line, origin.startPosition)
  }
}
