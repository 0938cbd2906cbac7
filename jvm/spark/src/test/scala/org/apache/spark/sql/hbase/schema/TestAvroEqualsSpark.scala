package org.apache.spark.sql.hbase.schema

import java.io.ByteArrayOutputStream

import org.apache.avro.generic.GenericDatumWriter
import org.apache.avro.io.EncoderFactory
import org.junit.jupiter.api.Assertions.{assertArrayEquals, assertEquals}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.Row
import org.apache.spark.sql.avro.{AvroSerializer, SchemaConverters}
import org.apache.spark.sql.catalyst.{CatalystTypeConverters, InternalRow}
import org.apache.spark.sql.hbase.codec.ValueCodecs
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder
import org.apache.spark.sql.hbase.codec.types.ValueEncoding
import org.apache.spark.sql.hbase.engine.batch.ColumnVector
import org.apache.spark.sql.types._

/** Cells in encoding avro have the bytes of Spark's own `to_avro`, and are read back. */
class TestAvroEqualsSpark {
  private val scalars = new StructType()
    .add("b", BooleanType)
    .add("t", ByteType)
    .add("s", ShortType)
    .add("i", IntegerType)
    .add("l", LongType)
    .add("f", FloatType)
    .add("d", DoubleType)
    .add("p", DecimalType(9, 2))
    .add("w", DecimalType(38, 4))
    .add("str", StringType)
    .add("bin", BinaryType)
    .add("day", DateType)
    .add("at", TimestampType)
    .add("ntz", TimestampNTZType)

  private val values = Seq(
    true,
    Byte.MinValue,
    Short.MaxValue,
    -1,
    Long.MinValue,
    Float.NaN,
    -0.0,
    BigDecimal("-12.50"),
    BigDecimal("9999999999999999999999999999999999.9999"),
    "Zoë",
    Array[Byte](0, -1),
    java.time.LocalDate.of(1582, 10, 4),
    java.time.Instant.parse("2024-03-10T02:30:00.000001Z"),
    java.time.LocalDateTime.of(1969, 12, 31, 23, 59, 59)
  )

  @Test
  def everyType(): Unit = {
    check(scalars, Row.fromSeq(values))
    check(scalars, Row.fromSeq(Seq.fill(values.size)(null)))
  }

  @Test
  def nestedTypes(): Unit = {
    val array = ArrayType(scalars)
    check(array, Seq(Row.fromSeq(values), null))
    check(array, Seq.empty)
    val map = MapType(StringType, ArrayType(ArrayType(IntegerType)))
    // Spark's writer has no order for the entries of a map.
    check(map, Map("a" -> Seq(Seq(1, null), null, Seq())))
    check(map, Map("" -> null))
    check(new StructType().add("m", map).add("i", IntegerType), Row(Map.empty, Int.MaxValue))
  }

  private def check(dataType: DataType, value: Any): Unit = {
    val internal = CatalystTypeConverters.createToCatalystConverter(dataType)(value)
    val sqlType = SparkTypes.fromSpark(dataType).get
    val codec = ValueCodecs.of(sqlType, ValueEncoding.AVRO)
    val binary = new ColumnVector(sqlType)
    CatalystValues.putter(sqlType)(InternalRow(internal), 0, binary)
    val out = new ByteBuilder
    codec.encodeBytes(binary.data, 0, binary.length(0), out)
    val spark = ofSpark(dataType, internal)
    assertArrayEquals(spark, out.toByteArray, dataType.sql)
    val read = new ColumnVector(sqlType)
    codec.decode(spark, 0, spark.length, read)
    assertEquals(bytes(binary), bytes(read))
  }

  private def bytes(vector: ColumnVector): Seq[Byte] = vector.data.take(vector.length(0)).toSeq

  private def ofSpark(dataType: DataType, internal: Any): Array[Byte] = {
    val schema = SchemaConverters.toAvroType(dataType, nullable = false)
    val out = new ByteArrayOutputStream
    val encoder = EncoderFactory.get.binaryEncoder(out, null)
    val datum = new AvroSerializer(dataType, schema, false).serialize(internal)
    new GenericDatumWriter[Any](schema).write(datum, encoder)
    encoder.flush()
    out.toByteArray
  }
}
