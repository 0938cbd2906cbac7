package org.apache.spark.sql.hbase.bulkload

import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

/** Regions from the start of the table, from `h` and from `p`. */
class TestFinishedRegions {
  private val starts = IndexedSeq("", "h", "p").map(Bytes.toBytes)

  private def regions(tasks: Int, isInOrder: Boolean = true) = new FinishedRegions(starts, tasks, isInOrder)

  /** Each file by its first row and its last one. */
  private def add(regions: FinishedRegions, task: Int, files: String*): Seq[String] = {
    val written = files.map { f =>
      val Array(first, last) = f.split("-")
      StagedFile("d", f, 1, first, last)
    }
    regions.add(StagedRows(task, files.size, written)).map(_.path)
  }

  @Test
  def aRegionIsCompleteOnceARowBehindItIsTheLastOfTheTasksBefore(): Unit = {
    val four = regions(4)
    assertEquals(Seq.empty, add(four, 0, "a-f"), "task 1 may go on in the first region")
    assertEquals(Seq.empty, add(four, 2, "k-n", "q-s"), "and up to the second one, where task 3 goes on in the third")
    assertEquals(Seq("a-f", "g-g", "k-n"), add(four, 1, "g-g"))
    assertEquals(Seq("q-s", "t-z"), add(four, 3, "t-z"))
  }

  @Test
  def taskByTaskInOrder(): Unit = {
    val three = regions(3)
    assertEquals(Seq.empty, add(three, 0, "a-b"))
    assertEquals(Seq("a-b", "c-d"), add(three, 1, "c-d", "i-j"))
    assertEquals(Seq("i-j", "k-k", "p-z"), add(three, 2, "k-k", "p-z"))
  }

  @Test
  def aTaskWithoutRowsIsNoEnd(): Unit = {
    val four = regions(4)
    assertEquals(Seq.empty, add(four, 1))
    assertEquals(Seq.empty, add(four, 2, "q-r"))
    assertEquals(Seq("a-b"), add(four, 0, "a-b"))
    assertEquals(Seq("q-r"), add(four, 3))
  }

  @Test
  def filesOfAllFamiliesGoTogether(): Unit = {
    val two = regions(2)
    val both = Seq("d", "e").map(StagedFile(_, "x", 1, "a", "b"))
    two.add(StagedRows(1, 1, Seq(StagedFile("d", "y", 1, "b", "z"))))
    assertEquals(Seq("d", "d", "e"), two.add(StagedRows(0, 1, both)).map(_.family))
  }

  @Test
  def withoutAnOrderRegionsWaitForTheLastTask(): Unit = {
    val three = regions(3, isInOrder = false)
    assertEquals(Seq.empty, add(three, 0, "a-b"))
    assertEquals(Seq.empty, add(three, 1, "q-r"))
    assertEquals(Seq("a-b", "c-d", "q-r"), add(three, 2, "c-d"))
  }

  @Test
  def rowKeysAreComparedUnsigned(): Unit = {
    val two = new FinishedRegions(IndexedSeq(Array.emptyByteArray, Array(0x80.toByte)), 2, isInOrder = true)
    assertEquals(Seq.empty, add(two, 0, "a-b"))
    assertEquals(Seq("a-b", "\\x81-\\xFF"), add(two, 1, "\\x81-\\xFF"))
  }
}
