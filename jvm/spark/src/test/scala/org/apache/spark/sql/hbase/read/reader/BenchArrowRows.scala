package org.apache.spark.sql.hbase.read.reader

import java.lang.management.ManagementFactory

import scala.jdk.CollectionConverters._

import com.sun.management.ThreadMXBean

import org.apache.spark.sql.hbase.client.scan.FrameBatch
import org.apache.spark.sql.hbase.schema.SparkTypes
import org.apache.spark.sql.hbase.wire.{ArrowColumn, ArrowColumns}
import org.apache.spark.sql.types._

/** Times how frames become UnsafeRows in the executor: nanoseconds and allocated bytes per row, best of some passes. */
object BenchArrowRows {
  private val Rows = 1 << 16
  private val Passes = 60
  private val threads = ManagementFactory.getThreadMXBean.asInstanceOf[ThreadMXBean]

  private val narrow = Seq[DataType](LongType, DateType, StringType)
  private val numbers = Seq.fill(8)(LongType)
  private val lineItem = Seq[DataType](LongType, LongType, LongType, IntegerType) ++
    Seq.fill(4)(DecimalType(12, 2)) ++ Seq(StringType, StringType, DateType, DateType, DateType) ++
    Seq.fill(3)(StringType)

  def main(arguments: Array[String]): Unit = {
    println("columns                  ns/row  bytes/row")
    Seq("3 (bigint, date, string)" -> narrow, "8 bigint" -> numbers, "16 as lineitem" -> lineItem).foreach {
      case (name, types) =>
        Seq(false, true).foreach { hasNulls =>
          val (nanos, bytes) = time(types, hasNulls)
          println(f"${name + (if (hasNulls) ", NULLs" else "")}%-34s $nanos%6.1f $bytes%6.1f")
        }
    }
  }

  private def time(types: Seq[DataType], hasNulls: Boolean): (Double, Double) = {
    val schema = StructType(types.zipWithIndex.map { case (t, i) => StructField(s"c$i", t) })
    val batch = new FrameBatch(types.map(column(_, hasNulls)).asJava, Rows)
    val rows = new ArrowRows(schema)
    var best = Double.MaxValue
    var bytes = 0.0
    var seen = 0L
    (1 to Passes).foreach { _ =>
      val allocated = threads.getThreadAllocatedBytes(Thread.currentThread.getId)
      val start = System.nanoTime()
      rows.bind(batch)
      var i = 0
      while (i < Rows) {
        val row = rows.row(i)
        seen += row.getSizeInBytes + row.getLong(0)
        i += 1
      }
      val nanos = (System.nanoTime() - start).toDouble / Rows
      if (nanos < best) best = nanos
      bytes = (threads.getThreadAllocatedBytes(Thread.currentThread.getId) - allocated).toDouble / Rows
    }
    // Keeps the loop alive.
    if (seen == 42) println(seen)
    (best, bytes)
  }

  private def column(dataType: DataType, hasNulls: Boolean): ArrowColumn = {
    val wire = SparkTypes.toProto(SparkTypes.fromSpark(dataType).get)
    val nulls = Array.tabulate(Rows)(i => hasNulls && i % 10 == 3)
    dataType match {
      case StringType =>
        val texts = Array.tabulate(Rows)(i => s"text ${i % 1000}".getBytes)
        ArrowColumns.ofBytes(wire, texts.flatten, texts.scanLeft(0)(_ + _.length), nulls, Rows)
      case _ => ArrowColumns.ofLongs(wire, Array.tabulate(Rows)(_.toLong), nulls, Rows)
    }
  }
}
