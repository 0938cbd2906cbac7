package org.apache.spark.sql.hbase.function

import java.util.Collections

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.catalog.functions.{BoundFunction, ScalarFunction, UnboundFunction}
import org.apache.spark.sql.hbase.codec.rowkey.KeyHash
import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.hbase.schema.{CatalystValues, SparkTypes}
import org.apache.spark.sql.types.{DataType, IntegerType, StructType}

/**
 * `bucket(n, value)`: the bucket of a salted table that holds the rows with this value. It is by this function that Spark
 * recognises two tables with the same buckets.
 */
object BucketFunction extends UnboundFunction {
  override def name(): String = "bucket"

  override def description(): String =
    "bucket(n, value): the bucket of value in a table that is CLUSTERED BY it INTO n BUCKETS, from 0"

  /** @param inputType of a call both arguments; of a partitioning, whose number of buckets Spark keeps apart, the value */
  override def bind(inputType: StructType): BoundFunction = {
    val arguments = inputType.fields.map(_.dataType)
    val isCall = arguments.length == 2 && arguments.head == IntegerType
    val bound = for {
      value <- arguments.lastOption if isCall || arguments.length == 1
      sqlType <- SparkTypes.fromSpark(value)
      if !sqlType.isNested
    } yield BucketFunction(value)
    bound.getOrElse(
      throw new UnsupportedOperationException(
        s"bucket takes the number of buckets, an INT, and a value that a PRIMARY KEY can hold, not ${inputType.simpleString}"
      )
    )
  }
}

/** Travels to tasks with the plans that mention it. */
final case class BucketFunction(valueType: DataType) extends ScalarFunction[Integer] {
  @transient private lazy val sqlType: SqlType = SparkTypes.fromSpark(valueType).get

  override def name(): String = BucketFunction.name()

  override def inputTypes(): Array[DataType] = Array(IntegerType, valueType)

  override def resultType(): DataType = IntegerType

  /** Equal values of different types may be in different buckets. */
  override def canonicalName(): String = s"pyspark_hbase.bucket(${valueType.catalogString})"

  override def produceResult(input: InternalRow): Integer =
    if (input.isNullAt(0) || input.isNullAt(1)) null
    else {
      val buckets = input.getInt(0)
      if (buckets < 1) throw new IllegalArgumentException(s"bucket needs at least one bucket, not $buckets")
      val hash = new KeyHash(Collections.singletonList(sqlType))
      CatalystValues.putter(sqlType)(input, 1, hash)
      (hash.value % buckets).toInt
    }
}
