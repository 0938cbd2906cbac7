package org.apache.spark.sql.hbase.catalog.definition

import scala.util.control.NonFatal

import org.json4s._
import org.json4s.jackson.JsonMethods.{compact, parse, render}

import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.hbase.schema._
import org.apache.spark.sql.hbase.shim.ScalaShim._

/** A value column of a packed table, before its place is known. */
private[catalog] final case class PackedColumn(name: String, family: String, sqlType: SqlType)

/**
 * The fields of the packed cells of a table.
 *
 * @param places of the columns, by name
 */
private[catalog] final case class PackedFields(cells: Seq[PackedCellMapping], places: Map[String, Place.Packed])

/**
 * The fields of a new table are its columns in order. Those of one that was altered are told by the property
 * `hbase.packed.fields`, which SHOW CREATE TABLE prints:
 *
 * {{{
 * [["d",{"dropped":"DECIMAL(12,2)"},"done","left"],["big","note"]]
 * }}}
 */
private[catalog] object PackedFields {
  def inOrder(columns: Seq[PackedColumn]): PackedFields = {
    val families = columns.map(_.family).distinct
    of(families.map(f => f -> columns.filter(_.family == f).map(c => Right(c.name))), columns)
  }

  /** @throws AnalysisException if it does not have each of the columns once, in its family */
  def read(text: String, columns: Seq[PackedColumn]): PackedFields = {
    val cells =
      try
        parse(text).asInstanceOf[JArray].arr.map {
          case JArray(JString(family) :: fields) => CellNames.canonical(family) -> fields.map(field)
          case _ => throw new IllegalArgumentException("a cell is [family, field, ...]")
        }
      catch {
        case NonFatal(e) => throw invalid(text, e.getMessage)
      }
    val named = cells.flatMap { case (family, fields) => fields.collect { case Right(name) => (family, name) } }
    if (named.sorted != columns.map(c => (c.family, c.name)).sorted) {
      throw invalid(text, "it does not have each column outside of the PRIMARY KEY once, in the cell of its family")
    }
    if (cells.exists(_._2.isEmpty) || cells.map(_._1).distinct.size < cells.size) {
      throw invalid(text, "a family has one cell with at least one field")
    }
    of(cells, columns)
  }

  private def field(json: JValue): Either[SqlType, String] = json match {
    case JString(column) => Right(column)
    case JObject(List(("dropped", JString(sqlType)))) => Left(SparkTypes.parse(sqlType))
    case _ => throw new IllegalArgumentException("""a field is "column" or {"dropped":"TYPE"}""")
  }

  /** None where the columns in order say it. */
  def describe(table: TableSchema): Option[String] = {
    val columns = table.valueColumns.flatMap { c =>
      Some(c.place).collect { case p: Place.Packed =>
        PackedColumn(c.name, table.packedCells(p.cell).family, c.sqlType)
      }
    }
    val places = table.columns.collect { case ColumnMappingAt(name, place: Place.Packed) => name -> place }.toMap
    Option.when(table.layout != Layout.Columns && inOrder(columns) != PackedFields(table.packedCells, places)) {
      val names = places.map(_.swap)
      compact(render(JArray(table.packedCells.zipWithIndex.map { case (cell, i) =>
        JArray(JString(cell.family) :: cell.fields.zipWithIndex.map { case (sqlType, f) =>
          names
            .get(Place.Packed(i, f))
            .fold[JValue](JObject("dropped" -> JString(sqlType.toString)))(JString(_))
        }.toList)
      }.toList)))
    }
  }

  private object ColumnMappingAt {
    def unapply(c: ColumnMapping): Some[(String, Place)] = Some((c.name, c.place))
  }

  private def of(cells: Seq[(String, Seq[Either[SqlType, String]])], columns: Seq[PackedColumn]): PackedFields = {
    val types = columns.map(c => c.name -> c.sqlType).toMap
    PackedFields(
      cells.map { case (family, fields) =>
        PackedCellMapping(family, TableSchema.PackedQualifier, fields.map(_.fold(identity, types)))
      },
      cells.zipWithIndex.flatMap { case ((_, fields), cell) =>
        fields.zipWithIndex.collect { case (Right(name), f) => name -> Place.Packed(cell, f) }
      }.toMap
    )
  }

  private def invalid(text: String, reason: String): Exception =
    TableProperties.invalid(TableProperties.FieldsOfCells.name, text, reason)
}
