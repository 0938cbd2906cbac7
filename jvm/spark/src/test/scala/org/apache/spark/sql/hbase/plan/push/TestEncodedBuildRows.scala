package org.apache.spark.sql.hbase.plan.push

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Add, AttributeReference, Expression, Literal}
import org.apache.spark.sql.hbase.plan.catalyst.{CatalystTypes, Refusal}
import org.apache.spark.sql.hbase.plan.push.access.PushedJoin
import org.apache.spark.sql.hbase.wire.plan.PlanLimits
import org.apache.spark.sql.hbase.wire.proto.{BuildColumn, JoinType, BroadcastJoin}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

class TestEncodedBuildRows {
  private val id = AttributeReference("id", LongType)()
  private val name = AttributeReference("name", StringType)()
  private val price = AttributeReference("price", DecimalType(5, 2))()
  private val attributes = Seq(name, id, price)

  private val join = {
    def column(ofType: DataType) = BuildColumn.newBuilder().setType(CatalystTypes.toProto(ofType).toOption.get).build()
    val pattern = BroadcastJoin
      .newBuilder()
      .setType(JoinType.INNER)
      .addBuildKeys(column(LongType))
      .addBuildValues(column(StringType))
      .addBuildValues(column(DecimalType(5, 2)))
      .build()
    PushedJoin(pattern, Seq[Expression](Add(id, Literal(1L))), Seq(name, price))
  }

  private def row(id: Long, name: String, price: String): InternalRow =
    InternalRow(UTF8String.fromString(name), id, if (price == null) null else Decimal(price))

  private def of(maxBytes: Long, rows: Iterator[InternalRow]) = EncodedBuildRows.of(rows, attributes, join, maxBytes)

  @Test
  def keysAreComputedAndNullsStandApart(): Unit = {
    val known = of(1000, Iterator(row(1, "a", null), row(5, null, "1.25"), row(1, "", "-0.01"))).toOption.get
    assertEquals(Seq(2L, 6L, 2L), known.getBuildKeys(0).getValues.getIntegersList.asScala.map(_.toLong))
    val names = known.getBuildValues(0)
    assertEquals(Seq("a", ""), names.getValues.getBinariesList.asScala.map(_.toStringUtf8))
    assertEquals(Seq(1), names.getNullsList.asScala.map(_.toInt))
    val prices = known.getBuildValues(1)
    assertEquals(Seq(125, -1), prices.getValues.getDecimalsList.asScala.map(d => BigInt(d.toByteArray).toInt))
    assertEquals(Seq(0), prices.getNullsList.asScala.map(_.toInt))
  }

  @Test
  def rowsAreReadUntilTheyAreTooLarge(): Unit = {
    val size = of(1000, Iterator(row(1, "abc", null))).toOption.get.getSerializedSize
    assertTrue(of(size, Iterator(row(1, "abc", null))).isRight)
    assertTrue(of(size - 1, Iterator(row(1, "abc", null))).isLeft)
    val endless = Iterator.continually(row(1, "some text", null)).take(1 << 20)
    assertEquals(Left(Refusal("the rows take more than 1000 bytes")), of(1000, endless))
    assertTrue(endless.hasNext)
    val many = Iterator.continually(row(1, null, null)).take(1 << 20)
    assertEquals(Left(Refusal(s"there are more than ${PlanLimits.MAX_BUILD_ROWS} rows")), of(1 << 20, many))
    assertTrue(many.hasNext)
  }
}
