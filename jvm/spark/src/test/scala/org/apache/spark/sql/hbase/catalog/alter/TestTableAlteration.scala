package org.apache.spark.sql.hbase.catalog.alter

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.connector.catalog.{ColumnDefaultValue, TableChange}
import org.apache.spark.sql.connector.catalog.TableChange.ColumnPosition
import org.apache.spark.sql.connector.expressions.LiteralValue
import org.apache.spark.sql.hbase.catalog.StatementFixtures.assertRefused
import org.apache.spark.sql.hbase.codec.types.{SqlType, ValueEncoding}
import org.apache.spark.sql.hbase.schema._
import org.apache.spark.sql.types._

class TestTableAlteration {
  private val packed = SchemaFixtures.packed
  private val columns = SchemaFixtures.columns

  private def alter(table: TableSchema, changes: TableChange*): TableSchema =
    TableAlteration.of(table, changes).schema

  private def add(name: String, dataType: DataType = LongType): TableChange =
    TableChange.addColumn(Array(name), dataType)

  private def drop(name: String): TableChange = TableChange.deleteColumn(Array(name), false)

  private def placeOf(table: TableSchema, column: String): Place = table.columns.find(_.name == column).get.place

  private def cell(family: String, qualifier: String, encoding: ValueEncoding = ValueEncoding.ORDERED): Place =
    Place.Cell(family, qualifier, encoding)

  @Test
  def anAddedColumnIsANewFieldAtTheEndOfItsPackedCell(): Unit = {
    val altered = alter(packed, add("a"), TableChange.setProperty("hbase.column.b.family", "big"), add("b"))
    assertEquals((Place.Packed(0, 2), Place.Packed(1, 1)), (placeOf(altered, "a"), placeOf(altered, "b")))
    assertEquals(Seq(SqlType.STRING, SqlType.BIGINT), altered.packedCells(1).fields)
    assertEquals(packed.schemaVersion + 1, altered.schemaVersion)
    assertEquals(packed.id, altered.id)
    assertTrue(altered.columns.takeRight(2).forall(_.nullable))
  }

  @Test
  def anAddedColumnIsACellOfItsOwnInLayoutColumns(): Unit = {
    val altered = alter(columns.copy(encoding = Some(ValueEncoding.TEXT)), add("x"), add("n", ArrayType(LongType)))
    assertEquals(cell("f", "x", ValueEncoding.TEXT), placeOf(altered, "x"))
    assertEquals(cell("f", "n", ValueEncoding.NESTED), placeOf(altered, "n"))
  }

  @Test
  def propertiesOfTheSameStatementPlaceTheNewColumn(): Unit = {
    val altered = alter(
      columns,
      TableChange.setProperty("hbase.column.x.family", "h"),
      add("x"),
      TableChange.setProperty("hbase.column.X.qualifier", "q\\x00"),
      TableChange.setProperty("hbase.column.x.encoding", "hbase")
    )
    assertEquals(cell("h", "q\\x00", ValueEncoding.HBASE), placeOf(altered, "x"))
    assertRefused(
      "UNKNOWN_PROPERTY",
      () => alter(columns, add("x"), TableChange.setProperty("hbase.column.x.famly", "h"))
    )
    assertRefused(
      "INVALID_PROPERTY",
      () => alter(columns, add("x"), TableChange.setProperty("hbase.column.x.order", "asc"))
    )
    assertRefused(
      "PACKED_COLUMN_MAPPED",
      () => alter(packed, add("x"), TableChange.setProperty("hbase.column.x.qualifier", "q"))
    )
    assertRefused(
      "CANNOT_ADD_PACKED_COLUMN",
      () => alter(packed, add("x"), TableChange.setProperty("hbase.column.x.family", "new"))
    )
    assertRefused(
      "DUPLICATE_MAPPING",
      () => alter(columns, add("x"), TableChange.setProperty("hbase.column.x.qualifier", "v"))
    )
  }

  @Test
  def fieldsInCellsOfTheirOwnAreAddedDroppedAndRenamed(): Unit = {
    val structs = SchemaFixtures.structs
    def cellsOf(table: TableSchema) = placeOf(table, "s").asInstanceOf[Place.StructCells].fields
    val y = TableChange.addColumn(Array("s", "y"), DoubleType, true, null, ColumnPosition.after("x"), null)
    val added = alter(structs, TableChange.setProperty("hbase.column.s.y.encoding", "hbase"), y)
    assertEquals(Seq("x", "y", "name"), added.columns(1).sqlType.fields.asScala.map(_.name))
    assertEquals(cell("f", "s.y", ValueEncoding.HBASE), cellsOf(added)(1))
    assertEquals(Some(CharType(5)), added.columns(1).declared.map(_.asInstanceOf[StructType]("name").dataType))
    val dropped = alter(added, TableChange.deleteColumn(Array("S", "X"), false))
    assertEquals(cellsOf(added).tail, cellsOf(dropped))
    assertEquals(Seq(DroppedCell("f", "x", SqlType.INT, ValueEncoding.ORDERED)), dropped.droppedCells)
    val renamed = alter(dropped, TableChange.renameColumn(Array("s", "y"), "z"))
    assertEquals((Seq("s.z", "s.name"), cellsOf(dropped)), (renamed.columns(1).leaves.map(_.name), cellsOf(renamed)))
    // Back in its old cell, as what it was, and no other way.
    val inOldCell = TableChange.setProperty("hbase.column.s.x.qualifier", "x")
    val again = alter(dropped, inOldCell, TableChange.addColumn(Array("s", "x"), IntegerType))
    assertEquals((Seq.empty, cell("f", "x")), (again.droppedCells, cellsOf(again).last))
    assertRefused(
      "DROPPED_CELL_REUSED",
      () => alter(dropped, inOldCell, TableChange.addColumn(Array("s", "x"), LongType))
    )
    assertRefused("COLUMN_EXISTS", () => alter(structs, TableChange.renameColumn(Array("s", "x"), "NAME")))
    assertRefused("UNKNOWN_COLUMN", () => alter(structs, TableChange.deleteColumn(Array("s", "q"), false)))
    assertRefused(
      "CANNOT_FILL_ADDED_COLUMN",
      () => alter(structs, TableChange.addColumn(Array("s", "q"), LongType, false))
    )
    val last = TableChange.deleteColumn(Array("s", "name"), false)
    assertRefused(
      "INVALID_STRUCT_MAPPING",
      () => alter(structs, TableChange.deleteColumn(Array("s", "x"), false), last)
    )
    val whole = alter(columns, add("one", new StructType().add("x", IntegerType)))
    assertRefused("UNSUPPORTED_STATEMENT", () => alter(whole, TableChange.addColumn(Array("one", "y"), LongType)))
  }

  @Test
  def aStructIsAddedWithACellForEachField(): Unit = {
    val properties = Seq("x" -> "a", "y" -> "b").map { case (field, qualifier) =>
      TableChange.setProperty(s"hbase.column.s.$field.qualifier", qualifier)
    }
    val struct = new StructType().add("x", IntegerType).add("y", StringType)
    val altered = alter(columns, properties :+ add("s", struct): _*)
    val cells = Seq("a", "b").map(Place.Cell("f", _, ValueEncoding.ORDERED))
    assertEquals(Place.StructCells(cells), placeOf(altered, "s"))
    assertEquals(cells.map(_.qualifier), alter(altered, drop("s")).droppedCells.map(_.qualifier))
    assertRefused("PACKED_COLUMN_MAPPED", () => alter(packed, properties :+ add("s", struct): _*))
  }

  @Test
  def columnsComeWhereTheStatementPutsThem(): Unit = {
    val first = TableChange.addColumn(Array("x"), LongType, true, "c", ColumnPosition.first, null)
    assertEquals(Seq("x", "k", "v", "w"), alter(columns, first).columns.map(_.name))
    val moved = TableChange.updateColumnPosition(Array("w"), ColumnPosition.after("k"))
    assertEquals(Seq("k", "w", "v"), alter(columns, moved).columns.map(_.name))
  }

  @Test
  def whatNoRowThatIsThereCouldHaveIsRefused(): Unit = {
    assertRefused("CANNOT_FILL_ADDED_COLUMN", () => alter(packed, TableChange.addColumn(Array("x"), LongType, false)))
    val default = new ColumnDefaultValue("5", LiteralValue(5L, LongType))
    assertRefused(
      "CANNOT_FILL_ADDED_COLUMN",
      () => alter(packed, TableChange.addColumn(Array("x"), LongType, true, null, null, default))
    )
    assertRefused("COLUMN_EXISTS", () => alter(packed, add("NOTE")))
    assertRefused("UNSUPPORTED_TYPE", () => alter(packed, add("x", CalendarIntervalType)))
    assertRefused("UNSUPPORTED_STATEMENT", () => alter(packed, TableChange.addColumn(Array("note", "x"), LongType)))
  }

  @Test
  def aDroppedPackedColumnKeepsItsField(): Unit = {
    val dropped = alter(packed, drop("amount"))
    assertEquals(packed.packedCells, dropped.packedCells)
    assertEquals(Place.Packed(0, 1), placeOf(dropped, "flag"))
    // Another column of the same name does not see the old values.
    assertEquals(Place.Packed(0, 2), placeOf(alter(dropped, add("amount")), "amount"))
  }

  @Test
  def cellsOfADroppedColumnAreNotShownByAnother(): Unit = {
    val dropped = alter(columns, drop("v"))
    assertEquals(Seq(DroppedCell("f", "v", SqlType.DOUBLE, ValueEncoding.ORDERED)), dropped.droppedCells)
    assertEquals(cell("f", "v_2"), placeOf(alter(dropped, add("v")), "v"))
    val named = TableChange.setProperty("hbase.column.v.qualifier", "v")
    assertRefused("DROPPED_CELL_REUSED", () => alter(dropped, add("v"), named))
    // Who names the cell and reads it as it was written has the old values again.
    val again = alter(dropped, add("v", DoubleType), named)
    assertEquals((cell("f", "v"), Seq.empty), (placeOf(again, "v"), again.droppedCells))
    // What lies in a table of others is mapped by name.
    assertEquals(cell("f", "v"), placeOf(alter(alter(columns.copy(adopted = true), drop("v")), add("v")), "v"))
  }

  @Test
  def aRenamedColumnKeepsItsPlace(): Unit = {
    val renamed = alter(columns, TableChange.renameColumn(Array("v"), "x"))
    assertEquals(cell("f", "v"), placeOf(renamed, "x"))
    assertEquals(cell("f", "v_2"), placeOf(alter(renamed, add("v")), "v"))
    assertEquals(Seq("K", "v", "w"), alter(columns, TableChange.renameColumn(Array("k"), "K")).columns.map(_.name))
    assertRefused("COLUMN_EXISTS", () => alter(columns, TableChange.renameColumn(Array("v"), "W")))
  }

  @Test
  def theKeyStaysAsItIs(): Unit = {
    assertRefused("CANNOT_CHANGE_KEY", () => alter(packed, drop("id")))
    assertRefused("CANNOT_CHANGE_KEY", () => alter(packed, TableChange.updateColumnType(Array("id"), LongType)))
    assertRefused("CANNOT_CHANGE_KEY", () => alter(packed, TableChange.updateColumnNullability(Array("id"), true)))
  }

  @Test
  def onlyTextsGetAnotherType(): Unit = {
    assertRefused("CANNOT_CHANGE_TYPE", () => alter(columns, TableChange.updateColumnType(Array("w"), StringType)))
    assertRefused("CANNOT_CHANGE_TYPE", () => alter(columns, TableChange.updateColumnType(Array("v"), FloatType)))
    val short = alter(packed, TableChange.updateColumnType(Array("note"), VarcharType(5)))
    assertEquals(VarcharType(5), short.columns(3).sparkType)
    assertEquals(packed.columns, alter(short, TableChange.updateColumnType(Array("note"), StringType)).columns)
  }

  @Test
  def nullsCanBeAllowedAndNotForbidden(): Unit = {
    val allowed = alter(packed, TableChange.updateColumnNullability(Array("flag"), true))
    assertTrue(allowed.columns.last.nullable)
    assertRefused(
      "CANNOT_SET_NOT_NULL",
      () => alter(allowed, TableChange.updateColumnNullability(Array("flag"), false))
    )
  }

  @Test
  def commentsDefaultsAndPropertiesOfTheUserChangeFreely(): Unit = {
    val altered = alter(
      packed,
      TableChange.updateColumnComment(Array("id"), "who"),
      TableChange.updateColumnDefaultValue(Array("amount"), "1.5"),
      TableChange.setProperty("comment", "all of it"),
      TableChange.setProperty("owner.team", "b"),
      TableChange.removeProperty("team")
    )
    assertEquals((Some("who"), Some("1.5")), (altered.columns(1).comment, altered.columns.head.default))
    assertEquals((Some("all of it"), Map("owner.team" -> "b")), (altered.comment, altered.properties))
  }

  @Test
  def propertiesThatSayWhatBytesMeanAreFixed(): Unit =
    Seq(
      "hbase.table" -> "x",
      "hbase.family" -> "x",
      "hbase.layout" -> "columns",
      "hbase.key.hash.bytes" -> "2",
      "hbase.splits" -> "1",
      "hbase.column.note.family" -> "d",
      "hbase.mapping" -> "x"
    ).foreach { case (name, value) =>
      val message = assertRefused("CANNOT_CHANGE_PROPERTY", () => alter(packed, TableChange.setProperty(name, value)))
      assertTrue(message.contains("reason="), message)
      assertRefused("CANNOT_CHANGE_PROPERTY", () => alter(packed, TableChange.removeProperty(name)))
    }

  @Test
  def columnsOfAColumnarTableAreAddedAtTheEndOfItsGroups(): Unit = {
    val columnar = SchemaFixtures.columnar
    val added = alter(columnar, TableChange.addColumn(Array("note"), StringType))
    assertEquals(Place.Packed(0, 2), added.columns.last.place)
    assertEquals(columnar.groups, added.groups)
    assertRefused("CANNOT_CHANGE_PROPERTY", () => alter(columnar, TableChange.setProperty("hbase.group.bits", "40")))
    assertRefused(
      "UNSUPPORTED_IN_COLUMNAR_LAYOUT",
      () => alter(columnar, TableChange.setProperty("hbase.mode", "permissive"))
    )
  }

  @Test
  def propertiesOfHBaseAreForHBase(): Unit = {
    val altered = TableAlteration.of(
      packed,
      Seq(TableChange.setProperty("hbase.ttl", "60"), TableChange.removeProperty("hbase.coprocessor.jar"))
    )
    assertEquals(Map("hbase.ttl" -> Some("60"), "hbase.coprocessor.jar" -> None), altered.physical)
    assertEquals(packed, altered.schema.copy(schemaVersion = packed.schemaVersion))
    assertRefused("INVALID_PROPERTY", () => alter(packed, TableChange.setProperty("hbase.ttl", "1 day")))
    assertRefused("UNKNOWN_PROPERTY", () => alter(packed, TableChange.removeProperty("hbase.tll")))
  }
}
