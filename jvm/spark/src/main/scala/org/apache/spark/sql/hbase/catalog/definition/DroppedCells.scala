package org.apache.spark.sql.hbase.catalog.definition

import scala.util.control.NonFatal

import org.json4s._
import org.json4s.jackson.JsonMethods.{compact, parse, render}

import org.apache.spark.sql.hbase.schema._
import org.apache.spark.sql.hbase.shim.ScalaShim._

/** Cells of dropped columns as the property `hbase.dropped.cells`: `[["f","v","DOUBLE","ordered"]]`. */
private[catalog] object DroppedCells {
  def read(text: String): Seq[DroppedCell] =
    try
      parse(text).asInstanceOf[JArray].arr.map {
        case JArray(List(JString(family), JString(qualifier), JString(sqlType), JString(encoding))) =>
          DroppedCell(
            CellNames.canonical(family),
            CellNames.canonical(qualifier),
            SparkTypes.parse(sqlType),
            SchemaJson.parseEncoding(encoding).get
          )
        case _ => throw new IllegalArgumentException("a cell is [family, qualifier, type, encoding]")
      }
    catch {
      case NonFatal(e) => throw TableProperties.invalid(TableProperties.CellsDropped.name, text, e.getMessage)
    }

  def describe(table: TableSchema): Option[String] = Option.when(table.droppedCells.nonEmpty) {
    compact(render(JArray(table.droppedCells.map { c =>
      JArray(List(c.family, c.qualifier, c.sqlType.toString, SchemaJson.encodingName(c.encoding)).map(JString(_)))
    }.toList)))
  }
}
