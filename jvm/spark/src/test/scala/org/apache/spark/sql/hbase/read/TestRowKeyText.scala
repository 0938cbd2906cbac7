package org.apache.spark.sql.hbase.read

import scala.util.{Random, Try}

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.codec.rowkey.{KeyForm, KeyPart, RowKeyCodec}
import org.apache.spark.sql.hbase.codec.types.{SqlType, ValueEncoding}
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange
import org.apache.spark.sql.hbase.schema.{ColumnMapping, Place, TableRowKeys, SchemaFixtures}
import org.apache.spark.unsafe.types.UTF8String

/** The key is (day DATE, shop STRING), behind a salt. */
class TestRowKeyText {
  private val texts = new RowKeyText(SchemaFixtures.salted)

  private def key(day: Int, shop: String*): Array[Byte] =
    3.toByte +: TableRowKeys.prefix(
      SchemaFixtures.salted.keyColumns,
      InternalRow.fromSeq(day +: shop.map(UTF8String.fromString))
    )

  @Test
  def wholeColumnsAreShownAsValues(): Unit = {
    assertEquals(Some("salt 03, day = DATE '2022-01-08'"), texts.row(key(19000)))
    assertEquals(Some("salt 03, day = DATE '2022-01-08', shop = 'it\\'s'"), texts.row(key(19000, "it's")))
    assertEquals(Some("salt 03, DATE '2022-01-08', 'it\\'s'"), texts.valuesOnly(key(19000, "it's")))
    assertEquals(None, texts.valuesOnly(Array.empty))
  }

  @Test
  def whatIsNoWholeValueIsShownAsBytes(): Unit = {
    val ofEvents = new RowKeyText(SchemaFixtures.packed)
    val id = TableRowKeys.prefix(SchemaFixtures.packed.keyColumns, InternalRow(5))
    assertEquals(Some("id = 5, bytes \"ab\""), ofEvents.row(id ++ "ab".getBytes))
    assertEquals(None, texts.row(Array(3.toByte, 0x80.toByte)))
    assertEquals(None, texts.row(Array.empty))
  }

  @Test
  def rangesAreHalfOpen(): Unit = {
    assertEquals(
      "[salt 03, day = DATE '2022-01-08'; salt 03, day = DATE '2022-01-09')",
      texts.range(new KeyRange(key(19000), key(19001)))
    )
    assertEquals("[start; end)", texts.range(KeyRange.ALL))
  }

  /** Bytes of other tables, damaged ones and keys of range ends come here. */
  @Test
  def anyBytesHaveAText(): Unit = {
    val random = new Random(1)
    import SqlType._
    val types = Seq(BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, STRING, BINARY, DATE, TIMESTAMP) ++
      Seq(TIMESTAMP_NTZ, SqlType.decimal(9, 2), SqlType.decimal(38, 4))
    for (sqlType <- types; encoding <- ValueEncoding.values if isKey(sqlType, encoding)) {
      val key = ColumnMapping("c", sqlType, nullable = false, Place.Key(0, encoding, descending = false))
      val texts = new RowKeyText(SchemaFixtures.packed.copy(columns = key +: SchemaFixtures.packed.valueColumns))
      for (_ <- 1 to 500) {
        val row = new Array[Byte](random.nextInt(20))
        random.nextBytes(row)
        texts.range(new KeyRange(row, null))
      }
    }
  }

  private def isKey(sqlType: SqlType, encoding: ValueEncoding): Boolean =
    Try(new RowKeyCodec(java.util.List.of(new KeyPart(sqlType, encoding, false, KeyForm.PLAIN)))).isSuccess
}
