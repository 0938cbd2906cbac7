package org.apache.spark.sql.hbase.write.encode

import java.nio.ByteBuffer

import org.apache.hadoop.hbase.KeyValue
import org.apache.hadoop.hbase.client.{ConnectionConfiguration, Delete, Mutation, Put}
import org.apache.hadoop.hbase.util.Bytes

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.MapData
import org.apache.spark.sql.hbase.client.cluster.RowKeyLimit
import org.apache.spark.sql.hbase.codec._
import org.apache.spark.sql.hbase.codec.bytes.Utf8Validity
import org.apache.spark.sql.hbase.codec.chunk.{GroupCell, GroupKey, OverlayCell}
import org.apache.spark.sql.hbase.codec.types.{CodecException, SqlType}
import org.apache.spark.sql.hbase.conf.WrittenNulls
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema._
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.unsafe.types.UTF8String

/**
 * Turns rows into HBase mutations: what one table's rows look like as cells. A row is one complete mutation, which HBase
 * stores in one step: nobody sees half of it, and repeating a task changes nothing. Reuses its buffers; not thread-safe.
 *
 * {{{
 * packed:   row  d:_p = (v1, v2, ...)
 * columnar: group of the row  d:o<rest of the row key> = (v1, v2, ...)
 * columns:  row  d:_0 = '', d:v1 = ..., delete marker d:v2            <- v2 is NULL
 *           row  f:a = ..., f:b = ..., delete marker f, 1 ms earlier  <- a map over f, and what it was
 *           row  d:x = ..., delete marker d:y                         <- a STRUCT in two cells, y is NULL
 * }}}
 *
 * Delete markers travel in the Put: region servers store the cells of a mutation as they are, many mutations with one sync of
 * the log. HBase's own RowMutations is as atomic, but no BufferedMutator takes it and each one syncs the log alone.
 *
 * @param timestamp of all cells and delete markers, in milliseconds
 * @param nulls skipped ones only in layout columns
 * @param assigned the columns whose cells [[update]] writes in layout columns; None: all
 * @param maxCellBytes of a cell with its row key and names; 0 for no limit
 */
final class RowMutations(
    table: TableSchema,
    timestamp: Long,
    nulls: WrittenNulls = WrittenNulls.Delete,
    assigned: Option[Set[String]] = None,
    maxCellBytes: Int = 0
) {
  import RowMutations._

  private val ordinals = table.columns.zipWithIndex.map { case (c, i) => c.name -> i }.toMap
  private val keys = new RowKeyEncoder(table, table.keyColumns.map(c => ordinals(c.name)).toArray)

  private val cells: Array[CellWriter] = table.layout match {
    case Layout.Packed => table.packedCells.indices.map(new PackedCellWriter(_)).toArray
    case Layout.Columnar => table.groups.map(new OverlayWriter(_)).toArray
    case Layout.Columns => cellsOf(table.valueColumns)
  }
  private val updated: Array[CellWriter] = table.layout match {
    case Layout.Packed | Layout.Columnar => cells
    case Layout.Columns => assigned.fold(cells)(names => cellsOf(columnsWritten(names)))
  }

  /** A map over a family is written over all of the family's cells, so the family's other columns are written with it. */
  private def columnsWritten(assigned: Set[String]): Seq[ColumnMapping] = {
    val emptied =
      table.valueColumns
        .filter(c => assigned(c.name))
        .map(_.place)
        .collect { case map: Place.FamilyMap => map.family }
        .toSet
    table.valueColumns.filter(c => assigned(c.name) || Place.families(c.place).exists(emptied))
  }

  private def cellsOf(columns: Seq[ColumnMapping]): Array[CellWriter] =
    columns.flatMap { c =>
      c.place match {
        case place: Place.FamilyMap => Seq(new FamilyMapWriter(c, place))
        case place: Place.Cell => Seq(new ValueCellWriter(c, place, CellSource.Column(ordinals(c.name))))
        case Place.StructCells(fields) =>
          c.leaves.zip(fields).zipWithIndex.map { case ((leaf, place), field) =>
            new ValueCellWriter(leaf, place, CellSource.Field(ordinals(c.name), field, fields.size))
          }
        case other @ (_: Place.Key | _: Place.Packed) =>
          throw new IllegalStateException(s"column ${c.name} lies in $other")
      }
    }.toArray

  private val markerFamily = CellNames.bytes(table.family)
  private val markerQualifier = CellNames.bytes(TableSchema.MarkerQualifier)

  private val maxRowKeyBytes = RowKeyLimit.of(table.hbaseTable).maxBytes

  /** Computes the row key of a row whose columns are the table's. */
  def rowKey(row: InternalRow): Array[Byte] = {
    val rowKey = keys.encode(row)
    if (rowKey.length > maxRowKeyBytes) {
      throw HBaseErrors
        .ofCode(CodecException.Code.ROW_KEY_TOO_LONG)
        .runtime(
          "table" -> table.fullName,
          "column" -> table.keyColumns.map(_.name).mkString(","),
          "foundBytes" -> rowKey.length,
          "maxBytes" -> maxRowKeyBytes
        )
    }
    rowKey
  }

  /** Makes a row, whose columns are the table's, what it is to be. */
  def put(row: InternalRow): Put = put(rowKey(row), row)

  /** Makes the Put of a row whose row key is known. */
  def put(rowKey: Array[Byte], row: InternalRow): Put = mutation(rowKey, row, cells)

  /** Makes the columns that are assigned what they are to be, in a row that is there. Cells of others stay as they are. */
  def update(rowKey: Array[Byte], row: InternalRow): Put = mutation(rowKey, row, updated)

  private def mutation(rowKey: Array[Byte], row: InternalRow, written: Array[CellWriter]): Put = {
    val put = new Put(table.groups.fold(rowKey)(_.of(rowKey)), timestamp)
    var values = 0
    var i = 0
    while (i < written.length) {
      if (written(i).addTo(put, rowKey, row)) values += 1
      i += 1
    }
    if (needsMarker(values) && !(table.adopted && hasOthers(written, row))) {
      put.addColumn(markerFamily, markerQualifier, Empty)
    }
    put
  }

  /** Tells whether a cell that is not written proves that the row is there. */
  private def hasOthers(written: Array[CellWriter], row: InternalRow): Boolean =
    (written ne cells) && table.valueColumns.exists(c => !assigned.exists(_(c.name)) && !row.isNullAt(ordinals(c.name)))

  /**
   * Removes a row of the SQL table. In layout columnar by a cell that says so, since a delete marker would only bring
   * back what the chunks have of the row. Otherwise as [[deleteHBaseRow]].
   *
   * @param until cells up to this time go; later ones stay, whenever the mutation arrives
   */
  def delete(rowKey: Array[Byte], until: Long): Mutation = table.groups.fold[Mutation](deleteHBaseRow(rowKey, until)) {
    groups =>
      val qualifier = GroupCell.overlayQualifier(groups, rowKey)
      new Put(groups.of(rowKey), until).addColumn(markerFamily, qualifier, OverlayCell.removed(until))
  }

  /**
   * Removes an HBase row, of a columnar table with all rows of the group: the whole row where the table is ours. Of one
   * that others write too, only the cells that the SQL table knows go. What else is in the row is not ours to remove.
   *
   * @param until as in [[delete]]
   */
  def deleteHBaseRow(row: Array[Byte], until: Long): Delete = {
    val delete = new Delete(row, until)
    if (table.adopted) ownCells.foreach {
      case (family, Some(qualifier)) => delete.addColumns(family, qualifier, until)
      case (family, None) => delete.addFamily(family, until)
    }
    delete
  }

  /** Families and qualifiers that this table's rows may have; no qualifier: all of the family. */
  private[write] def ownCells: Seq[(Array[Byte], Option[Array[Byte]])] = {
    val marker = Option.when(table.layout == Layout.Columns)(markerFamily -> Option(markerQualifier))
    val all = cells.toSeq.map(c => c.family -> c.qualifier) ++ marker
    val whole = all.collect { case (family, None) => family }
    all.filter { case (family, qualifier) => qualifier.isEmpty || !whole.exists(_.sameElements(family)) }
  }

  /** In tables that we did not create, the marker is added only where the row would not exist without it. */
  private def needsMarker(values: Int): Boolean =
    table.layout == Layout.Columns && (!table.adopted || values == 0)

  /** Writes the cells of one place in the rows of this table. */
  private abstract class CellWriter(familyName: String) {
    val family: Array[Byte] = CellNames.bytes(familyName)

    /** None: all cells of the family. */
    def qualifier: Option[Array[Byte]]

    /**
     * Adds the row's values, and delete markers for those that it may have had.
     *
     * @return whether there is a value, by which the row is found
     */
    def addTo(put: Put, rowKey: Array[Byte], row: InternalRow): Boolean
  }

  /** Adds a cell that HBase takes; an error otherwise, before the row is sent. */
  private def add(
      put: Put,
      family: Array[Byte],
      qualifier: Array[Byte],
      value: Array[Byte]
  )(column: => String): Unit = {
    val bytes = KeyValue.getKeyValueDataStructureSize(put.getRow.length, family.length, qualifier.length, value.length)
    if (maxCellBytes > 0 && bytes > maxCellBytes) {
      throw HBaseErrors.CellTooLarge.runtime(
        "table" -> table.fullName,
        "column" -> column,
        "cell" -> s"${Bytes.toStringBinary(family)}:${Bytes.toStringBinary(qualifier)}",
        "row" -> Bytes.toStringBinary(put.getRow),
        "bytes" -> bytes,
        "limit" -> maxCellBytes,
        "setting" -> ConnectionConfiguration.MAX_KEYVALUE_SIZE_KEY
      )
    }
    put.addColumn(family, qualifier, value)
  }

  /** The column of a packed cell that takes most of it. */
  private def longest(cell: Int, row: InternalRow): String = {
    val columns = table.columns.zipWithIndex.filter { case (c, _) =>
      c.place match {
        case Place.Packed(`cell`, _) => true
        case _ => false
      }
    }
    columns.maxBy { case (c, i) => LargestValues.bytes(row.get(i, SparkTypes.toSpark(c.sqlType))) }._1.name
  }

  private abstract class OneCellWriter(familyName: String, qualifierName: String) extends CellWriter(familyName) {
    protected val ownQualifier: Array[Byte] = CellNames.bytes(qualifierName)

    override def qualifier: Option[Array[Byte]] = Some(ownQualifier)
  }

  private final class PackedCellWriter(cell: Int)
      extends OneCellWriter(table.packedCells(cell).family, table.packedCells(cell).qualifier) {
    private val encoder = new PackedRowEncoder(table, cell)

    override def addTo(put: Put, rowKey: Array[Byte], row: InternalRow): Boolean = {
      add(put, family, ownQualifier, encoder.encode(row))(longest(cell, row))
      true
    }
  }

  /** A row beside the chunks of its group, which hides what they have of it. */
  private final class OverlayWriter(groups: GroupKey) extends CellWriter(table.packedCells.head.family) {
    private val encoder = new PackedRowEncoder(table, 0)

    override def qualifier: Option[Array[Byte]] = None

    override def addTo(put: Put, rowKey: Array[Byte], row: InternalRow): Boolean = {
      val value = OverlayCell.row(timestamp, encoder.encode(row))
      add(put, family, GroupCell.overlayQualifier(groups, rowKey), value)(longest(0, row))
      true
    }
  }

  private final class ValueCellWriter(column: ColumnMapping, place: Place.Cell, source: CellSource)
      extends OneCellWriter(place.family, place.qualifier) {
    private val putter = CatalystValues.putter(column.sqlType)
    private val encoder = new CellEncoder(ValueCodecs.of(column.sqlType, place.encoding))

    override def addTo(put: Put, rowKey: Array[Byte], row: InternalRow): Boolean = {
      val values = source.values(row)
      val isNull = values == null || values.isNullAt(source.position)
      if (isNull) {
        // Of all versions: an older value must not show again.
        if (nulls == WrittenNulls.Delete)
          put.add(new KeyValue(put.getRow, family, ownQualifier, timestamp, KeyValue.Type.DeleteColumn))
      } else {
        try putter(values, source.position, encoder)
        catch {
          case e: CodecException => throw RowKeyEncoder.refusal(table, e, column.name)
        }
        add(put, family, ownQualifier, encoder.take())(column.name)
      }
      !isNull
    }
  }

  /** The row's entries replace those that it had, so these are hidden first, one millisecond before. */
  private final class FamilyMapWriter(column: ColumnMapping, place: Place.FamilyMap) extends CellWriter(place.family) {
    private val ordinal = ordinals(column.name)
    private val putter = CatalystValues.putter(column.sqlType.fieldType(1))
    private val encoder = new CellEncoder(ValueCodecs.of(column.sqlType.fieldType(1), place.encoding))
    private val hasTextKeys = column.sqlType.fieldType(0).kind == SqlType.Kind.STRING
    private val taken = table.qualifiersOutsideMap(place.family).map(q => ByteBuffer.wrap(CellNames.bytes(q))).toSet

    override def qualifier: Option[Array[Byte]] = None

    override def addTo(put: Put, rowKey: Array[Byte], row: InternalRow): Boolean = {
      val map = if (row.isNullAt(ordinal)) null else row.getMap(ordinal)
      if (map != null || nulls == WrittenNulls.Delete) {
        put.add(new KeyValue(put.getRow, family, null, timestamp - 1, KeyValue.Type.DeleteFamily))
      }
      val entries = if (map == null) 0 else map.numElements
      var i = 0
      while (i < entries) {
        addEntry(put, map, i)
        i += 1
      }
      entries > 0
    }

    private def addEntry(put: Put, map: MapData, entry: Int): Unit = {
      val keys = map.keyArray
      val key = if (hasTextKeys) keys.getUTF8String(entry).getBytes else keys.getBinary(entry)
      if (map.valueArray.isNullAt(entry)) throw refused(key, "its value is NULL, and a cell has a value")
      if (hasTextKeys && !Utf8Validity.isValid(key, 0, key.length)) {
        throw refused(key, "it is not UTF-8, which only a MAP<BINARY, ...> holds")
      }
      if (taken(ByteBuffer.wrap(key))) throw refused(key, "another column of the table lies in the cell")
      try putter(map.valueArray, entry, encoder)
      catch {
        case e: CodecException => throw RowKeyEncoder.refusal(table, e, column.name)
      }
      add(put, family, key, encoder.take())(column.name)
    }

    private def refused(key: Array[Byte], reason: String): Throwable = HBaseErrors.InvalidFamilyMapEntry.runtime(
      "table" -> table.fullName,
      "column" -> column.name,
      "key" -> (if (hasTextKeys) UTF8String.fromBytes(key).toString else Bytes.toStringBinary(key)),
      "reason" -> reason
    )
  }
}

object RowMutations {
  private val Empty = Array.emptyByteArray

  /** The position of a cell's value among the columns of a row. */
  private sealed trait CellSource {

    /** Returns the row or STRUCT that holds the value; null where a STRUCT is NULL. */
    def values(row: InternalRow): InternalRow

    /** The position of the value in its row or STRUCT. */
    def position: Int
  }

  private object CellSource {
    final case class Column(position: Int) extends CellSource {
      override def values(row: InternalRow): InternalRow = row
    }

    /** One of the fields of a STRUCT, which has so many. */
    final case class Field(struct: Int, position: Int, fields: Int) extends CellSource {
      override def values(row: InternalRow): InternalRow =
        if (row.isNullAt(struct)) null else row.getStruct(struct, fields)
    }
  }
}
