package org.apache.spark.sql.hbase.schema

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.TableName

import org.apache.spark.sql.hbase.client.scan.TimeBounds
import org.apache.spark.sql.hbase.codec.chunk.GroupKey
import org.apache.spark.sql.hbase.codec.rowkey.{KeyForm, KeyPrefix}
import org.apache.spark.sql.hbase.codec.types.{SqlType, ValueEncoding}
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.types.{DataType, MetadataBuilder, StructField, StructType}

/** The form of a table's value columns in HBase cells. */
sealed abstract class Layout(val name: String) {
  override def toString: String = name
}

object Layout {

  /** One cell holds one column. */
  case object Columns extends Layout("columns")

  /** One cell holds all columns of a family. */
  case object Packed extends Layout("packed")

  /** One HBase row holds a group of rows, column by column; changed rows lie beside them as packed cells. */
  case object Columnar extends Layout("columnar")

  val all: Seq[Layout] = Seq(Packed, Columns, Columnar)

  def parse(name: String): Option[Layout] = all.find(_.name.equalsIgnoreCase(name))
}

/**
 * The place of a column in HBase. Families and qualifiers are texts in HBase's printable notation, so that places
 * compare and print; [[CellNames]] gives their bytes.
 */
sealed trait Place

object Place {

  /** Part `position` of the row key, from 0. */
  final case class Key(position: Int, encoding: ValueEncoding, descending: Boolean, form: KeyForm = KeyForm.PLAIN)
      extends Place

  final case class Cell(family: String, qualifier: String, encoding: ValueEncoding) extends Place

  /**
   * All cells of a family that lie in no other column, as a MAP of their qualifiers and values.
   *
   * @param encoding of the values
   */
  final case class FamilyMap(family: String, encoding: ValueEncoding) extends Place

  /**
   * The fields of a STRUCT, each in a cell of its own; the STRUCT is NULL where none of them has a value.
   *
   * @param fields in the order of the type's
   */
  final case class StructCells(fields: Seq[Cell]) extends Place

  /** Field `field` of packed cell `cell`, both from 0. In layout columnar a column of the chunks, too. */
  final case class Packed(cell: Int, field: Int) extends Place

  /** The families of a place in layout columns. */
  def families(place: Place): Seq[String] = place match {
    case Cell(family, _, _) => Seq(family)
    case FamilyMap(family, _) => Seq(family)
    case StructCells(fields) => fields.map(_.family)
    case _: Key | _: Packed => Nil
  }
}

/**
 * @param declared the type of CREATE TABLE where it says more than `sqlType`: CHAR and VARCHAR with their lengths, parts of
 *   nested types that cannot be NULL
 * @param default SQL of what an INSERT that leaves the column out writes
 */
final case class ColumnMapping(
    name: String,
    sqlType: SqlType,
    nullable: Boolean,
    place: Place,
    comment: Option[String] = None,
    declared: Option[DataType] = None,
    default: Option[String] = None
) {

  /** Returns the type that Spark sees: Spark checks lengths and NULLs when it writes, and pads CHAR when it reads. */
  def sparkType: DataType = declared.getOrElse(SparkTypes.toSpark(sqlType))

  def isKey: Boolean = place.isInstanceOf[Place.Key]

  /** The column with any bytes as values of the cells that `required` does not name; itself if it is in one cell. */
  private[schema] def withFields(required: DataType): ColumnMapping = (place, required) match {
    case (Place.StructCells(cells), StructType(fields)) if fields.length < cells.size =>
      val wanted = fields.map(_.name).toSet
      val (types, read) = sqlType.fields.asScala.toSeq
        .zip(cells)
        .map { case (field, cell) =>
          if (wanted(field.name)) (field, cell)
          else {
            val (bytes, encoding) = ColumnMapping.AnyBytes
            (new SqlType.Field(field.name, bytes), cell.copy(encoding = encoding))
          }
        }
        .unzip
      copy(sqlType = new SqlType(SqlType.Kind.STRUCT, 0, 0, types.asJava), place = Place.StructCells(read))
    case _ => this
  }

  /**
   * Returns the columns that lie in one place each: the column itself, or the fields of a STRUCT over several cells as
   * columns `name.field`.
   */
  def leaves: Seq[ColumnMapping] = place match {
    case Place.StructCells(cells) =>
      sqlType.fields.asScala.toSeq.zip(cells).map { case (field, cell) =>
        ColumnMapping(ColumnMapping.leaf(name, field.name), field.`type`, nullable = true, cell)
      }
    case _ => Seq(this)
  }
}

object ColumnMapping {

  /** Any bytes are such a value. */
  private val AnyBytes = SqlType.BINARY -> ValueEncoding.HBASE

  /** The name of a field of a STRUCT over several cells, in properties, sub-plans and messages. */
  def leaf(column: String, field: String): String = s"$column.$field"
}

/** One packed cell; `fields` are the types of all fields ever written to it, in order. */
final case class PackedCellMapping(family: String, qualifier: String, fields: Seq[SqlType])

/** A cell that may still hold values of a column that was dropped. */
final case class DroppedCell(family: String, qualifier: String, sqlType: SqlType, encoding: ValueEncoding)

/**
 * A SQL table and its mapping to an HBase table; what one row of the metadata table says. Immutable.
 *
 * @param id distinguishes a table from an earlier one of the same name
 * @param schemaVersion counts the changes of this table, from 1
 * @param hbaseTable full HBase name, `namespace:table`, or `table` in HBase's namespace `default`
 * @param family holds the cell that proves that a row exists, and every column without a family of its own
 * @param adopted the HBase table was there before the SQL table, so it may hold rows that we did not write
 * @param columns in SQL order
 * @param properties the user's table properties that are not settings of the connector
 * @param packedCells in layout columnar one, of all columns outside of the key
 * @param keyPrefix what stands in front of the row keys
 * @param encoding of columns that are added later and name none
 * @param droppedCells of a table of ours in layout columns; a column that is added never shows them by accident
 * @param groups which rows share an HBase row; in layout columnar only
 * @param rowFamilies by which rows of an adopted table exist, besides those of its columns; empty for all
 * @param rowPrefix what row keys of an adopted table start with, in HBase's notation; others are no rows of it
 * @param undecodableAsNull how the statement at hand reads values whose bytes do not decode; not stored
 */
final case class TableSchema(
    namespace: String,
    name: String,
    id: String,
    schemaVersion: Int,
    hbaseTable: String,
    layout: Layout,
    family: String,
    adopted: Boolean,
    columns: Seq[ColumnMapping],
    packedCells: Seq[PackedCellMapping],
    comment: Option[String],
    properties: Map[String, String],
    keyPrefix: Option[KeyPrefix] = None,
    encoding: Option[ValueEncoding] = None,
    droppedCells: Seq[DroppedCell] = Seq.empty,
    groups: Option[GroupKey] = None,
    rowFamilies: Seq[String] = Seq.empty,
    rowPrefix: Option[String] = None,
    undecodableAsNull: Boolean = false
) {

  val fullName: String = s"$namespace.$name"

  /** In row-key order. */
  val keyColumns: Seq[ColumnMapping] =
    columns.flatMap(c => Some(c.place).collect { case k: Place.Key => k.position -> c }).sortBy(_._1).map(_._2)

  /** The key columns that salt or hash are computed from, in row-key order. */
  def prefixColumns: Seq[ColumnMapping] = keyPrefix.toSeq.flatMap(_.parts.asScala).map(keyColumns(_))

  def valueColumns: Seq[ColumnMapping] = columns.filterNot(_.isKey)

  def tableName: TableName = TableName.valueOf(hbaseTable)

  /** Row keys outside are none of the table, which shares its HBase table with other rows then. */
  def rowRange: KeyRange = KeyRange.startingWith(rowPrefix.fold(Array.emptyByteArray)(CellNames.bytes))

  /** Every family that we write, without duplicates; `family` comes first. */
  def families: Seq[String] = layout match {
    case Layout.Packed | Layout.Columnar => packedCells.map(_.family)
    case Layout.Columns => (family +: valueColumns.flatMap(c => Place.families(c.place))).distinct
  }

  /** Qualifiers of a family whose cells are no entries of a map over it: those of other columns, dropped ones, the marker. */
  def qualifiersOutsideMap(ofFamily: String): Seq[String] = {
    val ofColumns =
      columns.flatMap(_.leaves).map(_.place).collect { case Place.Cell(`ofFamily`, qualifier, _) => qualifier }
    val ofDropped = droppedCells.filter(_.family == ofFamily).map(_.qualifier)
    (ofColumns ++ ofDropped ++ Option.when(ofFamily == family)(TableSchema.MarkerQualifier)).distinct
  }

  /** For reading the past, when a value that must be there now may have been missing. */
  def withNullableValues: TableSchema =
    copy(columns = columns.map(c => if (c.isKey) c else c.copy(nullable = true)))

  /**
   * Returns a schema by which no value is read that a query does not need. If `required` lacks a field of a STRUCT over
   * several cells, only the presence of its cell is read. The presence tells a STRUCT of NULLs from NULL.
   *
   * @param required as Spark asks for it, with the same columns or fewer
   */
  def asRead(required: StructType): TableSchema = {
    val types = required.map(field => field.name -> field.dataType).toMap
    copy(columns = columns.map(c => types.get(c.name).fold(c)(c.withFields)))
  }

  /** For reading it with NULL in place of what does not decode. */
  def withUndecodableAsNull: TableSchema = withNullableValues.copy(undecodableAsNull = true)

  /**
   * Returns the schema for a read of some times only, or of older states of rows. If old ones do not count, any cell
   * may be the only one of its row; if states do, any cell makes one.
   */
  def ofTimes(bounds: TimeBounds): TableSchema =
    if (bounds.isAll && !bounds.hasVersions) this
    else withNullableValues.copy(adopted = adopted || bounds.hasStart || bounds.hasVersions)

  def sparkSchema: StructType = StructType(columns.map { c =>
    val metadata = new MetadataBuilder()
    c.comment.foreach(metadata.putString("comment", _))
    StructField(c.name, SparkTypes.toSpark(c.sqlType), c.nullable, metadata.build())
  })
}

object TableSchema {

  /** Qualifier of the empty cell that every row we write in layout columns has: a row of NULLs exists too. */
  val MarkerQualifier = "_0"
  val PackedQualifier = "_p"
}
