package org.apache.spark.sql.hbase.bulkload

import scala.util.Using

import org.apache.hadoop.hbase.TableName

import org.apache.spark.sql.hbase.it.SqlFixture
import org.apache.spark.sql.hbase.write.BenchTable

/**
 * Times `write=bulk`, [[HFileOutputProgram]] and INSERT, which store the same cells in layout columns. Started by
 * `tests/bench/run.py` with the address of a cluster and the number of rows.
 */
object BenchLoad {
  private val Tasks = 2

  def main(arguments: Array[String]): Unit = {
    val rows = arguments(1).toLong
    println(f"$rows%,d rows of 8 columns, $Tasks tasks, medians of ${BenchTable.Rounds} rounds")
    Using.resource(new SqlFixture(arguments(0), s"local[$Tasks]")) { fixture =>
      Using.resource(new BenchTable(fixture, "columns", rows)) { table =>
        def write(clause: String): Unit = fixture.sql(s"INSERT INTO ${table.name} $clause ${table.select}")
        def program(): Unit = table.connected { shared =>
          HFileOutputProgram.run(shared.connection, TableName.valueOf(table.hbaseName), fixture.spark.sql(table.select))
        }
        val rates = table.measure(() => write("WITH ('write' = 'bulk')"), () => program(), () => write(""))
        println(f"${"way"}%-22s${"rows/s"}%12s${"bulk/way"}%10s")
        Seq("write=bulk", "HFileOutputFormat2", "INSERT (puts)").zip(rates).foreach { case (way, rate) =>
          println(f"$way%-22s$rate%,12.0f${rates.head / rate}%10.2f")
        }
      }
    }
  }
}
