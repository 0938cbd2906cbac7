package org.apache.spark.sql.hbase.procedure

import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.codec.types.ValueEncoding

class TestCellShape {
  private def shape(values: Array[Byte]*): (String, ValueEncoding) = {
    val found = CellShape.of(values)
    (found.sqlType, found.encoding)
  }

  private def texts(values: String*): (String, ValueEncoding) = shape(values.map(Bytes.toBytes): _*)

  @Test
  def textTellsItsKindIfAllValuesHaveIt(): Unit = {
    assertEquals(("BOOLEAN", ValueEncoding.TEXT), texts("true", "false"))
    assertEquals(("BIGINT", ValueEncoding.TEXT), texts("0", "-12", "999999999999999999"))
    assertEquals(("DATE", ValueEncoding.TEXT), texts("2024-02-29", "1970-01-01"))
    assertEquals(("TIMESTAMP", ValueEncoding.TEXT), texts("2024-02-29T01:02:03.5Z"))
    assertEquals(("BOOLEAN", ValueEncoding.TEXT), texts("True", "FALSE"))
    assertEquals(("TIMESTAMP", ValueEncoding.TEXT), texts("2024-02-29 01:02:03+02:00", "2024-02-29T01:02:03Z"))
    assertEquals(("TIMESTAMP_NTZ", ValueEncoding.TEXT), texts("2024-02-29 01:02:03", "2024-02-29T01:02:03.123456789"))
    assertEquals(("STRING", ValueEncoding.TEXT), texts("2024-02-29 01:02:03", "2024-02-29 01:02:03Z"))
    assertEquals(("DOUBLE", ValueEncoding.TEXT), texts("0.5", "-1.0E10"))
    assertEquals(("STRING", ValueEncoding.TEXT), texts("1", "two"))
    assertEquals(("STRING", ValueEncoding.TEXT), texts("007"))
    assertEquals(("STRING", ValueEncoding.TEXT), texts("12", ""))
    assertEquals(("STRING", ValueEncoding.TEXT), texts("\u00fcber", "eight by"))
  }

  @Test
  def numbersAsHBaseWritesThem(): Unit = {
    assertEquals(("BOOLEAN", ValueEncoding.HBASE), shape(Bytes.toBytes(true), Bytes.toBytes(false)))
    assertEquals(("TINYINT", ValueEncoding.HBASE), shape(Array[Byte](7), Array[Byte](0)))
    assertEquals(("SMALLINT", ValueEncoding.HBASE), shape(Bytes.toBytes(200.toShort), Bytes.toBytes(-1.toShort)))
    assertEquals(("INT", ValueEncoding.HBASE), shape(Bytes.toBytes(200), Bytes.toBytes(-100000)))
    assertEquals(("BIGINT", ValueEncoding.HBASE), shape(Bytes.toBytes(1700000000000L), Bytes.toBytes(0L)))
    assertEquals(("FLOAT", ValueEncoding.HBASE), shape(Bytes.toBytes(1.5f), Bytes.toBytes(-0.25f), Bytes.toBytes(0f)))
    assertEquals(("DOUBLE", ValueEncoding.HBASE), shape(Bytes.toBytes(0.0), Bytes.toBytes(1e6), Bytes.toBytes(-1.5)))
  }

  @Test
  def numbersInTheOrderOfTheirBytes(): Unit = {
    assertEquals(
      ("INT", ValueEncoding.ORDERED),
      shape(Bytes.toBytes(5 ^ Int.MinValue), Bytes.toBytes(-5 ^ Int.MinValue))
    )
    assertEquals(
      ("BIGINT", ValueEncoding.ORDERED),
      shape(Seq(5L, -5L, 1L << 50).map(v => Bytes.toBytes(v ^ Long.MinValue)): _*)
    )
    val writer = Seq(0.5, 1000.0, -3.25).map { v =>
      val bits = java.lang.Double.doubleToLongBits(v)
      Bytes.toBytes(if (bits < 0) ~bits else bits ^ Long.MinValue)
    }
    assertEquals(("DOUBLE", ValueEncoding.ORDERED), shape(writer: _*))
  }

  @Test
  def allElseIsBytes(): Unit = {
    assertEquals(("BINARY", ValueEncoding.ORDERED), shape(Array[Byte](1, 2, 3)))
    assertEquals(("BINARY", ValueEncoding.ORDERED), shape(Bytes.toBytes(5), Bytes.toBytes(5L)))
    // As a double of no size that anybody measures.
    assertEquals(("BINARY", ValueEncoding.ORDERED), shape(Bytes.toBytes(1e200)))
  }
}
