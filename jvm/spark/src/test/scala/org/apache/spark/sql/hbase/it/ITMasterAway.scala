package org.apache.spark.sql.hbase.it

import scala.util.Using

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.Row
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster

/** Rows are read and written without a master, which only changes tables and moves regions. */
class ITMasterAway {
  private val SoonNanos = 60_000_000_000L

  @Test
  def aTableThatOptionsDeclareIsReadAndWritten(): Unit =
    Using.resource(EmbeddedJvm.start()) { hbase =>
      Using.resource(new SqlFixture(hbase.quorum)) { fixture =>
        fixture.sql("""CREATE TABLE hbase.default.away (k STRING, v STRING, PRIMARY KEY (k)) USING hbase
          | TBLPROPERTIES ('hbase.layout' = 'columns', 'hbase.encoding' = 'hbase')""".stripMargin)
        fixture.sql("INSERT INTO hbase.default.away VALUES ('a', 'x')")
        HBaseCluster.use(ClusterSettings.ofQuorum(hbase.quorum)) { shared =>
          Using.resource(shared.connection.getAdmin)(_.stopMaster())
        }
        val started = System.nanoTime
        val options = Map(
          "quorum" -> hbase.quorum,
          "hbase.table" -> "away",
          "hbase.columns.mapping" -> "k STRING :key, v STRING d:v"
        )
        val rows = fixture.spark.read.format("hbase").options(options)
        assertEquals(Seq(Row("a", "x")), rows.load().collect().toSeq)
        val written = fixture.spark.sql("SELECT 'b' AS k, 'y' AS v")
        written.write.format("hbase").options(options).mode("append").save()
        fixture.assertRows(Seq(Row("a", "x"), Row("b", "y")), "SELECT * FROM hbase.default.away ORDER BY k")
        assertTrue(System.nanoTime - started < SoonNanos)
      }
    }
}
