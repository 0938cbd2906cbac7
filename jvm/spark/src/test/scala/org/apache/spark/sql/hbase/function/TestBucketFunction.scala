package org.apache.spark.sql.hbase.function

import org.junit.jupiter.api.Assertions.{assertEquals, assertNotEquals, assertNull, assertThrows}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction
import org.apache.spark.sql.hbase.schema.{TableRowKeys, SchemaFixtures}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

class TestBucketFunction {
  private def bound(types: DataType*): ScalarFunction[Integer] = {
    val input = StructType(types.zipWithIndex.map { case (t, i) => StructField(s"_$i", t) })
    BucketFunction.bind(input).asInstanceOf[ScalarFunction[Integer]]
  }

  @Test
  def itTellsTheBucketOfARowKey(): Unit = {
    val table = SchemaFixtures.salted
    Seq("", "ab", "shop7", "\u00e9").foreach { shop =>
      val text = UTF8String.fromString(shop)
      val row = TableRowKeys.codec(table).newBuilder()
      row.putLong(1)
      row.putBytes(text.getBytes, 0, text.numBytes)
      assertEquals(row.toByteArray.head.toInt, bound(IntegerType, StringType).produceResult(InternalRow(8, text)))
    }
  }

  @Test
  def itIsBoundToThePartitionedColumnAlone(): Unit = {
    assertEquals(bound(IntegerType, StringType).canonicalName, bound(StringType).canonicalName)
    assertNotEquals(bound(IntegerType).canonicalName, bound(LongType).canonicalName)
  }

  @Test
  def theBucketOfNullIsNull(): Unit = {
    assertNull(bound(IntegerType, StringType).produceResult(InternalRow(8, null)))
    assertNull(bound(IntegerType, StringType).produceResult(InternalRow(null, UTF8String.fromString("a"))))
  }

  @Test
  def otherArgumentsAreRefused(): Unit = {
    Seq(Seq(), Seq(StringType, StringType), Seq(IntegerType, ArrayType(IntegerType)), Seq.fill(3)(IntegerType))
      .foreach { types =>
        assertThrows(classOf[UnsupportedOperationException], () => bound(types: _*))
      }
    val none = InternalRow(0, 1)
    assertThrows(classOf[IllegalArgumentException], () => bound(IntegerType, IntegerType).produceResult(none))
  }
}
