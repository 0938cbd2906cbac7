package org.apache.spark.sql.hbase.write

import scala.util.Using

import org.apache.hadoop.hbase.TableName

import org.apache.spark.sql.hbase.it.SqlFixture

/**
 * Times INSERT through Spark, and [[PutProgram]] with as many threads as Spark has tasks, which stores the same cells. Started
 * by `tests/bench/run.py` with the address of a cluster and the number of rows.
 */
object BenchWrite {
  private val Tasks = 2

  def main(arguments: Array[String]): Unit = {
    val rows = arguments(1).toLong
    println(f"$rows%,d rows of 8 columns, $Tasks tasks or threads, medians of ${BenchTable.Rounds} rounds")
    println(f"${"layout"}%-9s${"INSERT rows/s"}%15s${"program rows/s"}%16s${"INSERT/program"}%16s")
    Using.resource(new SqlFixture(arguments(0), s"local[$Tasks]")) { fixture =>
      Seq("packed", "columns").foreach(layout => println(measure(fixture, layout, rows)))
    }
  }

  private def measure(fixture: SqlFixture, layout: String, rows: Long): String =
    Using.resource(new BenchTable(fixture, layout, rows)) { table =>
      def insert(): Unit = fixture.sql(s"INSERT INTO ${table.name} ${table.select}")
      def program(): Unit = table.connected { shared =>
        new PutProgram(shared.connection, Tasks).run(TableName.valueOf(table.hbaseName), layout == "packed", rows)
      }
      val Seq(inserted, programmed) = table.measure(() => insert(), () => program())
      f"$layout%-9s$inserted%,15.0f$programmed%,16.0f${inserted / programmed}%16.2f"
    }
}
