package org.apache.spark.sql.hbase.catalog.definition

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.catalog.StatementFixtures.assertRefused
import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.hbase.schema.{Place, SchemaFixtures}

class TestPackedFields {
  private val columns = Seq(
    PackedColumn("left", "d", SqlType.BIGINT),
    PackedColumn("note", "big", SqlType.STRING),
    PackedColumn("done", "d", SqlType.BOOLEAN)
  )

  @Test
  def fieldsAreTheColumnsInOrder(): Unit = {
    val fields = PackedFields.inOrder(columns)
    assertEquals(Seq("d", "big"), fields.cells.map(_.family))
    assertEquals(
      Map("left" -> Place.Packed(0, 0), "done" -> Place.Packed(0, 1), "note" -> Place.Packed(1, 0)),
      fields.places
    )
  }

  @Test
  def fieldsOfAnAlteredTableAreTold(): Unit = {
    assertEquals(None, PackedFields.describe(SchemaFixtures.packed))
    assertEquals(None, PackedFields.describe(SchemaFixtures.columns))
    val altered = SchemaFixtures.alteredPacked
    val text = PackedFields.describe(altered).get
    assertEquals("""[["d",{"dropped":"DECIMAL(12,2)"},"done","left"],["big","note"]]""", text)
    val fields = PackedFields.read(text, columns)
    assertEquals(altered.packedCells, fields.cells)
    assertEquals(Place.Packed(0, 2), fields.places("left"))
  }

  @Test
  def fieldsOfOtherColumnsAreRefused(): Unit =
    Seq(
      "d",
      "[[]]",
      """[["d","left","done"]]""",
      """[["d","left","done","note"],["big"]]""",
      """[["d","left","done","more"],["big","note"]]""",
      """[["d","left","done",{"dropped":"CLOB"}],["big","note"]]""",
      """[["d","left"],["d","done"],["big","note"]]"""
    ).foreach(text => assertRefused("INVALID_PROPERTY", () => PackedFields.read(text, columns)))
}
