package org.apache.spark.sql.hbase.function

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.catalog.functions.{BoundFunction, ScalarFunction, UnboundFunction}
import org.apache.spark.sql.hbase.codec.chunk.GroupKey
import org.apache.spark.sql.hbase.schema.{SchemaJson, SparkTypes, TableSchema}
import org.apache.spark.sql.hbase.write.encode.RowKeyEncoder
import org.apache.spark.sql.types.{BinaryType, DataType, StringType, StructType}
import org.apache.spark.unsafe.types.UTF8String

/**
 * `row_key(table, key columns...)`: the HBase row of a table's row, by which a bulk load distributes rows among its tasks. The
 * table is a JSON document ([[SchemaJson.whole]]), so that tasks know it without asking HBase.
 */
object RowKeyFunction extends UnboundFunction {
  override def name(): String = "row_key"

  override def description(): String =
    "row_key(table, value, ...): the bytes of a row key; table is what the connector writes there when it bulk-loads"

  override def bind(inputType: StructType): BoundFunction = {
    val arguments = inputType.fields.map(_.dataType).toSeq
    if (
      arguments.length < 2 || arguments.head != StringType || !arguments.tail.forall(SparkTypes.fromSpark(_).isDefined)
    ) {
      throw new UnsupportedOperationException(
        s"row_key takes a table's schema and the values of its PRIMARY KEY, not ${inputType.simpleString}"
      )
    }
    RowKeyFunction(arguments.tail)
  }

  /** The values of the key columns follow the table, in row-key order. Any of them have a row key. */
  private[hbase] def encoder(table: TableSchema): RowKeyEncoder =
    new RowKeyEncoder(table.copy(rowPrefix = None), table.keyColumns.indices.map(_ + 1).toArray)
}

/** Travels to tasks with the plans that mention it; each thread of a task has a copy of its own. */
final case class RowKeyFunction(keyTypes: Seq[DataType]) extends ScalarFunction[Array[Byte]] {
  @transient private var known: UTF8String = _
  @transient private var encoder: RowKeyEncoder = _
  @transient private var groups: Option[GroupKey] = None

  override def name(): String = RowKeyFunction.name()

  override def inputTypes(): Array[DataType] = (StringType +: keyTypes).toArray

  override def resultType(): DataType = BinaryType

  override def canonicalName(): String = s"pyspark_hbase.row_key(${keyTypes.map(_.catalogString).mkString(", ")})"

  override def produceResult(input: InternalRow): Array[Byte] = {
    val table = input.getUTF8String(0)
    // Of one plan it is one literal.
    if (table != known) {
      val schema = SchemaJson.readWhole(table.toString)
      encoder = RowKeyFunction.encoder(schema)
      groups = schema.groups
      known = table.copy()
    }
    val rowKey = encoder.encode(input)
    groups.fold(rowKey)(_.of(rowKey))
  }
}
