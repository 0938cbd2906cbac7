package org.apache.spark.sql.hbase.write.encode

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.{CellUtil, CompareOperator}
import org.apache.hadoop.hbase.client.{CheckAndMutate, Get, Put, Result}
import org.apache.hadoop.hbase.filter.{FilterList, SingleColumnValueFilter}

import org.apache.spark.sql.hbase.codec.packed.PackedCodec
import org.apache.spark.sql.hbase.codec.types.CodecException
import org.apache.spark.sql.hbase.schema.{CellNames, PackedCellMapping, TableSchema}

/**
 * Puts the values of a row into the packed cells that the row has, where NULL leaves a value as it is. The result is stored only
 * where the cells still are those that were read, so no change of others is lost. Not thread-safe.
 *
 * {{{
 * row has   d:_p (1, 'a', NULL)
 * put       d:_p (2, NULL, NULL)
 * becomes   d:_p (2, 'a', NULL)
 * }}}
 */
private[write] final class PackedMerge(table: TableSchema) {
  private val cells = table.packedCells.map(new Cell(_))

  /** Reads what a put is merged with. */
  def get(put: Put): Get = {
    val get = new Get(put.getRow)
    cells.foreach(c => get.addColumn(c.family, c.qualifier))
    get
  }

  /** The cells have the time of those that they replace where that is later: otherwise these would hide them. */
  def merged(put: Put, now: Result): CheckAndMutate = {
    val row = CheckAndMutate.newBuilder(put.getRow)
    if (now.isEmpty) row.ifNotExists(cells.head.family, cells.head.qualifier).build(put)
    else {
      val time = math.max(put.getTimestamp, now.rawCells.map(_.getTimestamp).max)
      val merged = new Put(put.getRow, time)
      val unchanged = new FilterList(FilterList.Operator.MUST_PASS_ALL)
      cells.foreach { c =>
        val before = now.getValue(c.family, c.qualifier)
        val given = CellUtil.cloneValue(put.get(c.family, c.qualifier).get(0))
        merged.addColumn(c.family, c.qualifier, if (before == null) given else c.merge(before, given))
        if (before != null) {
          val same = new SingleColumnValueFilter(c.family, c.qualifier, CompareOperator.EQUAL, before)
          same.setFilterIfMissing(true)
          unchanged.addFilter(same)
        }
      }
      row.ifMatches(unchanged).build(merged)
    }
  }

  private final class Cell(mapping: PackedCellMapping) {
    val family: Array[Byte] = CellNames.bytes(mapping.family)
    val qualifier: Array[Byte] = CellNames.bytes(mapping.qualifier)
    private val codec = new PackedCodec(mapping.fields.asJava)
    private val old = codec.newReader()
    private val given = codec.newReader()
    private val writer = codec.newWriter()

    def merge(before: Array[Byte], values: Array[Byte]): Array[Byte] =
      try {
        old.bind(before, 0, before.length)
        given.bind(values, 0, values.length)
        writer.reset()
        mapping.fields.indices.foreach(f => (if (given.isNull(f)) old else given).read(f, writer))
        writer.toByteArray
      } catch {
        case e: CodecException => throw RowKeyEncoder.refusal(table, e, CellNames.text(qualifier))
      }
  }
}
