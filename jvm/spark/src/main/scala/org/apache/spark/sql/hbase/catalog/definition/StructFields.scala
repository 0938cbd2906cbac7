package org.apache.spark.sql.hbase.catalog.definition

import org.apache.spark.sql.hbase.codec.types.{SqlType, ValueEncoding}
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema._
import org.apache.spark.sql.hbase.shim.TableDeclaration
import org.apache.spark.sql.types.{DataType, StructField, StructType}

/**
 * STRUCT columns of which a statement says where their fields lie, as `hbase.column.s.x.qualifier = 'q'` or `s.x = f.q`
 * in MAPPED BY. Each field has a cell of its own.
 */
private[catalog] object StructFields {

  /** Returns the fields of STRUCTs, as `s.x`, which properties may name besides the columns. */
  def names(columns: Seq[(String, DataType)]): Seq[String] = columns.flatMap {
    case (column, struct: StructType) => struct.fieldNames.map(ColumnMapping.leaf(column, _))
    case _ => Nil
  }

  /** Returns the columns of a CREATE TABLE and their fields. */
  def columnsAndFields(statement: TableDeclaration): Seq[String] =
    statement.columns.map(_.name) ++ names(statement.columns.map(c => c.name -> c.dataType))

  /** The fields of a column if the statement says of one of them where it lies; none for other columns. */
  def given(column: String, dataType: DataType, settings: TableProperties.OfColumns): Seq[String] =
    Some(names(Seq(column -> dataType))).filter(_.exists(settings.contains)).getOrElse(Nil)

  /**
   * The cells of a column's fields.
   *
   * @param own what the statement says of the column itself
   * @param defaults family and encoding of fields of which it does not say them
   */
  def place(
      table: String,
      column: String,
      dataType: DataType,
      nullable: Boolean,
      own: TableProperties.ColumnSettings,
      settings: TableProperties.OfColumns,
      defaults: Defaults
  ): Place.StructCells = {
    if (own.qualifier.isDefined || own.wholeFamily || own.encoding.isDefined)
      throw refused(table, column, "the statement names a cell or an encoding of the whole column, too")
    if (!nullable) throw refused(table, column, "it is NOT NULL, and a row without a value of any field is NULL in it")
    val struct = dataType.asInstanceOf[StructType]
    struct.fields.find(!_.nullable).foreach { field =>
      throw refused(table, column, s"its field ${field.name} is NOT NULL, and a cell may be missing")
    }
    Place.StructCells(struct.fields.toSeq.map { field =>
      val name = ColumnMapping.leaf(column, field.name)
      val sqlType = ColumnTypes.sqlType(table, name, field.dataType)
      val ofField = settings.getOrElse(name, TableProperties.ColumnSettings.None)
      cell(table, name, sqlType, ofField, defaults.copy(family = own.family.getOrElse(defaults.family)))
    })
  }

  final case class Defaults(family: String, encoding: Option[ValueEncoding])

  /** @param name of the field, as `s.x` */
  def cell(
      table: String,
      name: String,
      sqlType: SqlType,
      settings: TableProperties.ColumnSettings,
      defaults: Defaults
  ): Place.Cell = {
    ColumnTypes.refuseKeySettings(table, name, settings)
    if (settings.wholeFamily) throw refused(table, name, "a field is one cell, not a family")
    Place.Cell(
      settings.family.getOrElse(defaults.family),
      settings.qualifier.getOrElse(CellNames.ofColumn(name)),
      settings.encoding.getOrElse(ColumnTypes.defaultEncodingOf(sqlType, defaults.encoding))
    )
  }

  /** `s.x` must not mean two things in properties and messages. */
  def checkNames(table: String, columns: Seq[ColumnMapping]): Unit = {
    val leaves = columns.flatMap(_.leaves.map(_.name.toLowerCase(java.util.Locale.ROOT)))
    leaves.diff(leaves.distinct).headOption.foreach { name =>
      throw refused(table, name, "a column, or the field of another, has this name")
    }
  }

  /** The column with other fields. */
  def changed(table: TableSchema, column: ColumnMapping, fields: Seq[(StructField, Place.Cell)]): TableSchema = {
    val dataType = StructType(fields.map(_._1))
    val sqlType = ColumnTypes.sqlType(table.fullName, column.name, dataType)
    val after = column.copy(
      sqlType = sqlType,
      place = Place.StructCells(fields.map(_._2)),
      declared = SparkTypes.declared(dataType, sqlType)
    )
    table.copy(columns = table.columns.map(c => if (c == column) after else c))
  }

  /** The fields of a column over several cells. */
  def of(column: ColumnMapping): Seq[(StructField, Place.Cell)] =
    column.sparkType.asInstanceOf[StructType].fields.toSeq.zip(column.leaves.map(_.place)).collect {
      case (field, cell: Place.Cell) => field -> cell
    }

  def refused(table: String, column: String, reason: String): Exception =
    HBaseErrors.InvalidStructMapping.analysis("table" -> table, "column" -> column, "reason" -> reason)
}
