package org.apache.spark.sql.hbase.schema

import java.nio.charset.StandardCharsets.UTF_8

import org.junit.jupiter.api.Assertions.{assertArrayEquals, assertEquals}
import org.junit.jupiter.api.Test

class TestCellNames {
  @Test
  def escapesAreBytesAndOtherTextIsUtf8(): Unit =
    assertArrayEquals(Array[Byte](0x61, 0, -1) ++ "é".getBytes(UTF_8), CellNames.bytes("a\\x00\\xffé"))

  @Test
  def theCanonicalTextOfAnyBytesGivesThemBack(): Unit = {
    val every = (0 to 255).map(_.toByte).toArray
    assertArrayEquals(every, CellNames.bytes(CellNames.text(every)))
  }

  @Test
  def spellingsOfOneNameBecomeOne(): Unit = assertEquals(CellNames.canonical("\\x61b"), CellNames.canonical("ab"))

  @Test
  def aBackslashInAColumnNameIsNoEscape(): Unit =
    assertArrayEquals("\\x00".getBytes(UTF_8), CellNames.bytes(CellNames.ofColumn("\\x00")))
}
