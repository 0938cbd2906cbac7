package org.apache.spark.sql.hbase.write.encode

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.hbase.codec.types.{SqlType, ValueEncoding}
import org.apache.spark.sql.hbase.schema.{ColumnMapping, Place, SchemaFixtures, TableSchema}
import org.apache.spark.sql.types.CharType

class TestExactRowKeys {
  private def table(sqlType: SqlType, encoding: ValueEncoding, adopted: Boolean = true): TableSchema = {
    val key = ColumnMapping("id", sqlType, nullable = false, Place.Key(0, encoding, descending = false))
    SchemaFixtures.columns.copy(adopted = adopted, columns = key +: SchemaFixtures.columns.columns.tail)
  }

  private def assertRefused(table: TableSchema): Unit = {
    val e = assertThrows(classOf[AnalysisException], () => ExactRowKeys.check(table))
    assertEquals("SPARKSQL_HBASE.AMBIGUOUS_ROW_KEY", e.getCondition)
    assertTrue(e.getMessage.contains("column=id"), e.getMessage)
  }

  @Test
  def valuesThatOneByteStringHoldsLeadToTheirRow(): Unit = {
    ExactRowKeys.check(table(SqlType.INT, ValueEncoding.ORDERED))
    ExactRowKeys.check(table(SqlType.INT, ValueEncoding.HBASE))
    ExactRowKeys.check(table(SqlType.STRING, ValueEncoding.TEXT))
    ExactRowKeys.check(table(SqlType.decimal(12, 2), ValueEncoding.ORDERED))
    ExactRowKeys.check(table(SqlType.decimal(12, 2), ValueEncoding.PHOENIX))
  }

  @Test
  def valuesThatOthersMayWriteInSeveralWaysAreRefused(): Unit = {
    assertRefused(table(SqlType.INT, ValueEncoding.TEXT))
    assertRefused(table(SqlType.BOOLEAN, ValueEncoding.HBASE))
    assertRefused(table(SqlType.decimal(12, 2), ValueEncoding.HBASE))
    assertRefused(table(SqlType.DOUBLE, ValueEncoding.PHOENIX))
    val char = table(SqlType.STRING, ValueEncoding.ORDERED)
    assertRefused(char.copy(columns = char.columns.map(c => if (c.isKey) c.copy(declared = Some(CharType(3))) else c)))
  }

  @Test
  def aTextThatMayBeLeftOutAtTheEndIsRefused(): Unit = {
    val one = table(SqlType.STRING, ValueEncoding.PHOENIX)
    ExactRowKeys.check(one)
    val id =
      ColumnMapping("id", SqlType.STRING, nullable = false, Place.Key(1, ValueEncoding.PHOENIX, descending = false))
    val two = one.columns.head.copy(name = "first") +: id +: one.columns.tail
    assertRefused(one.copy(columns = two))
    ExactRowKeys.check(one.copy(columns = two, adopted = false))
  }

  @Test
  def ourOwnTablesHoldEachValueInOneWay(): Unit =
    ExactRowKeys.check(table(SqlType.INT, ValueEncoding.TEXT, adopted = false))
}
