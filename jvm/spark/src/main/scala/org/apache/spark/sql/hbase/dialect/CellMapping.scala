package org.apache.spark.sql.hbase.dialect

import java.util.Locale

import org.apache.spark.sql.hbase.catalog.definition.TableProperties
import org.apache.spark.sql.hbase.error.HBaseErrors

/**
 * `column = family.qualifier`, the cells that hold a column, or a field of a STRUCT.
 *
 * @param column its name, of a field `column.field`
 */
private[dialect] final case class CellMapping(column: String, family: String, qualifier: String) {

  /** Returns the mapping as table properties. */
  def properties: Seq[(String, String)] = Seq(
    property(TableProperties.ColumnFamily) -> family,
    property(TableProperties.ColumnQualifier) -> qualifier
  )

  private def property(p: TableProperties.Property): String = s"${TableProperties.ColumnPrefix}$column.${p.name}"
}

private[dialect] object CellMapping {

  /** `*` is the whole family, a qualifier of that name stands between backquotes. */
  private def readQualifier(reader: TokenReader): String =
    if (reader.accept("*")) "*"
    else
      reader.name("a qualifier") match {
        case "*" => "\\x2A"
        case qualifier => qualifier
      }

  /** The mappings, or an error if one maps what another does. */
  def each(mappings: Seq[CellMapping]): Seq[CellMapping] = {
    val columns = mappings.map(_.column.toLowerCase(Locale.ROOT))
    columns.diff(columns.distinct).headOption.foreach { twice =>
      val cells = mappings.filter(_.column.equalsIgnoreCase(twice)).map(m => s"${m.family}:${m.qualifier}")
      throw HBaseErrors.ColumnMappedTwice.analysis("column" -> twice, "cells" -> cells.mkString(", "))
    }
    mappings
  }

  def read(reader: TokenReader): CellMapping = {
    val column = reader.nameParts("a column").mkString(".")
    reader.expect("=", "and the column family")
    val family = reader.name("a column family")
    reader.expect(".", "and the qualifier")
    CellMapping(column, family, readQualifier(reader))
  }
}
