package org.apache.spark.sql.hbase.catalog.alter

import org.apache.spark.sql.connector.catalog.TableCatalog
import org.apache.spark.sql.hbase.catalog.definition.{FamilySettings, PropertyParser, TableProperties}
import org.apache.spark.sql.hbase.catalog.definition.TableProperties._
import org.apache.spark.sql.hbase.conf.DecodedTable
import org.apache.spark.sql.hbase.error.HBaseErrors

/**
 * ALTER TABLE ... SET and UNSET TBLPROPERTIES: the user's own properties freely, of ours those that change neither what stored
 * bytes mean nor where they lie.
 */
private[catalog] object PropertyChange {

  /** @param value None removes the property */
  def of(table: AlteredTable, name: String, value: Option[String]): AlteredTable = {
    val schema = table.schema
    name match {
      case TableCatalog.PROP_COMMENT => table.copy(schema = schema.copy(comment = value))
      case _ if SparkNames(name) => throw AlteredColumns.unsupported(schema, s"property $name")
      case _ if !name.startsWith("hbase.") =>
        table.copy(schema = schema.copy(properties = schema.properties - name ++ value.map(name -> _)))
      case _ =>
        // Names and values are checked as in CREATE TABLE.
        TableProperties.checkNames(Seq(name))
        val checked =
          PropertyParser.parse(value.map(name -> _).toMap, schema.columns.flatMap(c => c.name +: c.leaves.map(_.name)))
        if (FamilySettings.isOne(name) || name == CoprocessorJar.name) {
          table.copy(physical = table.physical + (name -> value.map(checked.ofFamilies.getOrElse(name, _))))
        } else if (OfReading(name)) {
          val altered = schema.copy(properties = schema.properties - name ++ checked.others)
          DecodedTable.check(altered)
          table.copy(schema = altered)
        } else if (name == Encoding.name) {
          table.copy(schema = schema.copy(encoding = checked.encoding))
        } else {
          throw HBaseErrors.CannotChangeProperty.analysis(
            "table" -> schema.fullName,
            "property" -> name,
            "reason" -> reason(name)
          )
        }
    }
  }

  private def reason(name: String): String = name match {
    case Table.name => "it is the HBase table that holds the rows; CREATE TABLE maps another one"
    case RowFamilies.name | RowPrefix.name =>
      "it says which rows there are; DROP TABLE, which keeps the rows, and CREATE TABLE say it anew"
    case Key.name => "the row keys of the rows follow from it; copy the rows to another table"
    case Family.name | LayoutName.name | GroupBits.name =>
      "it says where the cells of the rows are; copy the rows to another table"
    case HashBytes.name | HashColumns.name => "it is part of all row keys; copy the rows to another table"
    case Splits.name | RegionCount.name => "only a new HBase table is split by it; split regions in HBase's shell"
    case Mapping.name | Statistics.name | FieldsOfCells.name | CellsDropped.name =>
      "it only shows what the table is like"
    case _ if name.startsWith(ColumnPrefix) =>
      "it says where the stored values of the column are and what their bytes mean; add another column and copy the values"
    case _ => "it has no meaning after CREATE TABLE"
  }
}
