package org.apache.spark.sql.hbase.catalog.alter

import org.apache.spark.sql.connector.catalog.TableChange.AddColumn
import org.apache.spark.sql.hbase.catalog.definition.{
  ColumnTypes,
  FamilyMaps,
  PhoenixTables,
  StructFields,
  TableProperties
}
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema._

/** ALTER TABLE ... ADD COLUMN: finds a place where no row has bytes yet, so that rows that are there read as NULL. */
private[catalog] object AddedColumn {

  /** @param settings what properties of the same statement say of the places of added columns */
  def addTo(table: TableSchema, add: AddColumn, settings: TableProperties.OfColumns): TableSchema = {
    val name = add.fieldNames.head
    val given = settings.get(name)
    AlteredColumns.checkFree(table, name)
    val default = Option(add.defaultValue)
    if (!add.isNullable) throw refused(table, name, "it is NOT NULL")
    if (default.exists(_.getValue.value != null)) throw refused(table, name, "it has a DEFAULT")
    given.foreach(ColumnTypes.refuseKeySettings(table.fullName, name, _))
    val own = given.getOrElse(TableProperties.ColumnSettings.None)
    val sqlType = ColumnTypes.sqlType(table.fullName, name, add.dataType)
    val column = (place: Place) =>
      ColumnMapping(
        name,
        sqlType,
        nullable = true,
        place,
        Option(add.comment),
        SparkTypes.declared(add.dataType, sqlType),
        default.map(_.getSql)
      )
    val fields = StructFields.given(name, add.dataType, settings)
    table.layout match {
      case Layout.Packed | Layout.Columnar if fields.nonEmpty => throw packedMapping(table, name)
      case Layout.Packed | Layout.Columnar =>
        val cell = packedCell(table, name, own)
        val mapping = table.packedCells(cell)
        val packedCells = table.packedCells.updated(cell, mapping.copy(fields = mapping.fields :+ sqlType))
        val place = Place.Packed(cell, mapping.fields.size)
        AlteredColumns.inserted(table.copy(packedCells = packedCells), column(place), add.position)
      case Layout.Columns if own.wholeFamily =>
        val family = own.family.getOrElse(table.family)
        val place = FamilyMaps.place(table.fullName, name, sqlType, family, own.encoding, table.encoding)
        AlteredColumns.inserted(table, column(place), add.position)
      case Layout.Columns if fields.nonEmpty =>
        val defaults = StructFields.Defaults(table.family, table.encoding)
        val place = StructFields.place(table.fullName, name, add.dataType, add.isNullable, own, settings, defaults)
        val added = column(place)
        AlteredColumns.inserted(added.leaves.foldLeft(table)(withoutDropped), added, add.position)
      case Layout.Columns =>
        PhoenixTables.checkNested(table.fullName, name, sqlType, own.encoding, table.encoding, table.adopted)
        val encoding = own.encoding.getOrElse(ColumnTypes.defaultEncodingOf(sqlType, table.encoding))
        val family = own.family.getOrElse(table.family)
        val qualifier = own.qualifier.getOrElse(freeQualifier(table, family, name))
        val added = column(Place.Cell(family, qualifier, encoding))
        AlteredColumns.inserted(withoutDropped(table, added), added, add.position)
    }
  }

  /** Without the dropped cell that a column has again; an error if it held something else. */
  def withoutDropped(table: TableSchema, added: ColumnMapping): TableSchema = added.place match {
    case Place.Cell(family, qualifier, encoding) =>
      val cell = DroppedCell(family, qualifier, added.sqlType, encoding)
      table.droppedCells.find(d => d.family == family && d.qualifier == qualifier && d != cell).foreach { dropped =>
        throw HBaseErrors.DroppedCellReused.analysis(
          "table" -> table.fullName,
          "column" -> added.name,
          "cell" -> s"$family:$qualifier",
          "type" -> dropped.sqlType,
          "encoding" -> SchemaJson.encodingName(dropped.encoding)
        )
      }
      table.copy(droppedCells = table.droppedCells.filterNot(_ == cell))
    case _ => table
  }

  /**
   * In tables of ours cells of columns that were renamed or dropped are passed over: a, a_2, a_3, ... An adopted table is mapped
   * by the names of its columns, whatever is there.
   */
  def freeQualifier(table: TableSchema, family: String, name: String): String = {
    val wanted = CellNames.ofColumn(name)
    val dropped = table.droppedCells.map(d => (d.family, d.qualifier))
    val taken = (dropped ++ table.columns.flatMap(_.leaves).map(_.place).collect { case c: Place.Cell =>
      (c.family, c.qualifier)
    }).toSet
    if (table.adopted) wanted
    else
      (wanted +: Iterator.from(2).map(n => s"${wanted}_$n").take(taken.size + 1).toList)
        .find(q => !taken((family, q)) && q != TableSchema.MarkerQualifier)
        .get
  }

  /** Every row has all packed cells, and is found by any: a new one would be missing in the rows that are there. */
  private def packedCell(table: TableSchema, name: String, own: TableProperties.ColumnSettings): Int = {
    if (own.qualifier.isDefined || own.wholeFamily || own.encoding.isDefined) throw packedMapping(table, name)
    val family = own.family.getOrElse(table.family)
    val cell = table.packedCells.indexWhere(_.family == family)
    if (cell < 0) {
      throw HBaseErrors.CannotAddPackedColumn.analysis(
        "table" -> table.fullName,
        "column" -> name,
        "reason" -> s"rows have no packed cell in family $family",
        "families" -> table.packedCells.map(_.family).mkString(",")
      )
    }
    cell
  }

  private def packedMapping(table: TableSchema, column: String): Exception =
    HBaseErrors.PackedColumnMapped.analysis("table" -> table.fullName, "column" -> column)

  private def refused(table: TableSchema, column: String, reason: String): Exception =
    HBaseErrors.CannotFillAddedColumn.analysis("table" -> table.fullName, "column" -> column, "reason" -> reason)
}
