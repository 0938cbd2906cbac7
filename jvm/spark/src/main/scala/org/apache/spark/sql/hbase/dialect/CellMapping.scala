package org.apache.spark.sql.hbase.dialect

import org.apache.spark.sql.hbase.catalog.TableProperties

/** `column = family.qualifier`, the cells that hold a column. */
private[dialect] final case class CellMapping(column: String, family: String, qualifier: String) {

  /** The same as table properties. */
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

  def read(reader: TokenReader): CellMapping = {
    val column = reader.name("a column")
    reader.expect("=", "and the column family")
    val family = reader.name("a column family")
    reader.expect(".", "and the qualifier")
    CellMapping(column, family, readQualifier(reader))
  }
}
