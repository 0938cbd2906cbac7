package org.apache.spark.sql.hbase.function

import org.junit.jupiter.api.Assertions.{assertArrayEquals, assertThrows}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.schema.{SchemaFixtures, SchemaJson, TableSchema}
import org.apache.spark.sql.hbase.write.encode.RowMutations
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

class TestRowKeyFunction {
  private val function = RowKeyFunction(Seq(DateType, StringType))

  private def rowKey(table: TableSchema, key: Any*): Array[Byte] =
    function.produceResult(InternalRow.fromSeq(UTF8String.fromString(SchemaJson.whole(table)) +: key))

  private def written(table: TableSchema, row: Any*): Array[Byte] =
    new RowMutations(table, 1L).put(InternalRow.fromSeq(row)).getRow

  @Test
  def itIsTheRowKeyThatIsWritten(): Unit = Seq("ab", "", "ü").foreach { shop =>
    val text = UTF8String.fromString(shop)
    assertArrayEquals(written(SchemaFixtures.salted, 7, text, 5L), rowKey(SchemaFixtures.salted, 7, text))
  }

  @Test
  def rowsOfAGroupGoToOneTask(): Unit = {
    val ofId = RowKeyFunction(Seq(LongType))
    val table = UTF8String.fromString(SchemaJson.whole(SchemaFixtures.columnar))
    Seq(0L, 1023L, 1024L, -1L).foreach { id =>
      assertArrayEquals(written(SchemaFixtures.columnar, id, 5L), ofId.produceResult(InternalRow(table, id)))
    }
  }

  @Test
  def theNextCallMayBeOfAnotherTable(): Unit = {
    val plain = SchemaFixtures.salted.copy(keyPrefix = None)
    val text = UTF8String.fromString("ab")
    Seq(SchemaFixtures.salted, plain, SchemaFixtures.salted).foreach { table =>
      assertArrayEquals(written(table, 7, text, 5L), rowKey(table, 7, text))
    }
  }

  @Test
  def otherArgumentsAreRefused(): Unit = Seq(
    new StructType().add("t", StringType),
    new StructType().add("t", IntegerType).add("k", IntegerType),
    new StructType().add("t", StringType).add("k", CalendarIntervalType)
  ).foreach { arguments =>
    assertThrows(classOf[UnsupportedOperationException], () => RowKeyFunction.bind(arguments))
  }
}
