package org.apache.spark.sql.hbase.plan.push

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, BindReferences, Expression}
import org.apache.spark.sql.hbase.plan.catalyst.{CatalystLiterals, Refusal}
import org.apache.spark.sql.hbase.plan.push.access.PushedJoin
import org.apache.spark.sql.hbase.wire.plan.PlanLimits
import org.apache.spark.sql.hbase.wire.proto.{BuildColumn, BroadcastJoin}
import org.apache.spark.sql.types.{BinaryType, StringType}
import org.apache.spark.unsafe.types.UTF8String

/** The rows of the small side of a join in wire format. */
private[plan] object EncodedBuildRows {

  /**
   * The operator with these rows, or why they do not travel. Reads no more rows than it needs to find that out.
   *
   * @param rows without NULL in the keys
   * @param attributes of the rows
   * @param maxBytes of their columns in wire format
   */
  def of(
      rows: Iterator[InternalRow],
      attributes: Seq[Attribute],
      join: PushedJoin,
      maxBytes: Long
  ): Either[Refusal, BroadcastJoin] = {
    val keys = join.buildKeys.zip(join.pattern.getBuildKeysList.asScala)
    val values = join.buildValues.zip(join.pattern.getBuildValuesList.asScala)
    val columns = (keys ++ values).map { case (expression, column) => new Column(expression, attributes, column) }
    var rowCount = 0
    var refusal = Option.empty[Refusal]
    while (refusal.isEmpty && rows.hasNext) {
      val row = rows.next()
      refusal = columns.iterator.map(_.add(row, rowCount)).collectFirst { case Left(reason) => reason }
      rowCount += 1
      if (rowCount > PlanLimits.MAX_BUILD_ROWS)
        refusal = Some(Refusal(s"there are more than ${PlanLimits.MAX_BUILD_ROWS} rows"))
      else if (columns.iterator.map(_.leastBytes).sum > maxBytes) refusal = Some(tooLarge(maxBytes))
    }
    val (keyColumns, valueColumns) = columns.map(_.result).splitAt(keys.size)
    val known = join.pattern.toBuilder
      .clearBuildKeys()
      .clearBuildValues()
      .addAllBuildKeys(keyColumns.asJava)
      .addAllBuildValues(valueColumns.asJava)
      .build()
    if (refusal.isEmpty && known.getSerializedSize > maxBytes) refusal = Some(tooLarge(maxBytes))
    refusal.toLeft(known)
  }

  private def tooLarge(maxBytes: Long): Refusal = Refusal(s"the rows take more than $maxBytes bytes")

  private final class Column(expression: Expression, attributes: Seq[Attribute], empty: BuildColumn) {
    private val bound = BindReferences.bindReference(expression, attributes)
    private val column = empty.toBuilder
    private val isText = expression.dataType == StringType || expression.dataType == BinaryType
    private var bytes = 0L

    def add(row: InternalRow, position: Int): Either[Refusal, Unit] = {
      val value = bound.eval(row)
      bytes += 1
      if (value == null) {
        column.addNulls(position)
        Right(())
      } else {
        if (isText) bytes += lengthOf(value)
        CatalystLiterals.addTo(column.getValuesBuilder, value, expression.dataType)
      }
    }

    private def lengthOf(value: Any): Int = value match {
      case text: UTF8String => text.numBytes
      case binary: Array[Byte] => binary.length
    }

    /** So many in wire format, or more. */
    def leastBytes: Long = bytes

    def result: BuildColumn = column.build()
  }
}
