package org.apache.spark.sql.hbase.it

import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.sql.Row

/** Several states of each row: option `versions`. */
class ITRowStates extends ClusterWithJar {
  private def inEachMode(action: => Unit): Unit =
    Seq("true", "false").foreach(mode => fixture.withSettings("spark.sql.hbase.coprocessor" -> mode)(action))

  private def create(table: String, layout: String, versions: Int): Unit = fixture.sql(
    s"CREATE TABLE $table (k INT, a INT NOT NULL, b STRING, PRIMARY KEY (k)) USING hbase TBLPROPERTIES ('hbase.layout' = '$layout', " +
      s"'hbase.versions' = '$versions', 'hbase.coprocessor.jar' = 'file://$jar')"
  )

  @Test
  def eachStateIsARowWithItsTime(): Unit = Seq("packed", "columns").foreach { layout =>
    val t = s"hbase.default.states_$layout"
    create(t, layout, 3)
    (1 to 4).foreach(i => fixture.sql(s"INSERT INTO $t VALUES (1, $i, 's$i')"))
    fixture.sql(s"INSERT INTO $t VALUES (2, 20, 'x')")
    def from(n: Int) = s"FROM $t WITH (versions = $n)"
    inEachMode {
      fixture.assertRows(
        Seq(Row(1, 4, "s4"), Row(1, 3, "s3"), Row(1, 2, "s2"), Row(2, 20, "x")),
        s"SELECT * ${from(3)} ORDER BY k, _timestamp DESC"
      )
    }
    fixture.assertRows(Seq(Row(4L, 29L)), s"SELECT count(*), sum(a) ${from(3)}")
    fixture.assertRows(Seq(Row(3), Row(4)), s"SELECT a ${from(2)} WHERE k IN (1, 7) AND a > 2 ORDER BY a")
    fixture.assertRows(Seq(Row(1)), s"SELECT k ${from(3)} WHERE a = 2 LIMIT 1")
    val times =
      fixture.sql(s"SELECT unix_millis(_timestamp) FROM $t WITH (versions = 3) WHERE k = 1").map(_.getLong(0)).sorted
    fixture.assertRows(
      Seq(Row(3), Row(2)),
      s"SELECT a FROM $t WITH (versions = 2, 'time.end' = '${times(2)}', 'time.unchecked' = 'true') WHERE k = 1 ORDER BY a DESC"
    )
  }

  @Test
  def columnsChangeAtDifferentTimes(): Unit = {
    val raw = new RawTables(hbase.quorum)
    fixture.sql(
      "CREATE TABLE hbase.default.states_mixed (k INT, a STRING, b STRING, PRIMARY KEY (k)) USING hbase TBLPROPERTIES " +
        "('hbase.layout' = 'columns', 'hbase.encoding' = 'string', 'hbase.versions' = '5')"
    )
    val key = "7".getBytes
    def put(cells: (String, String)*): Unit = {
      raw.put("states_mixed", key, cells.map { case (c, v) => c -> v.getBytes }: _*)
      val millis = System.currentTimeMillis()
      while (System.currentTimeMillis() <= millis) Thread.onSpinWait()
    }
    put("d:_0" -> "", "d:a" -> "a1", "d:b" -> "b1")
    put("d:a" -> "a2")
    put("d:b" -> "b2")
    fixture.assertRows(
      Seq(Row(7, "a2", "b2"), Row(7, "a2", "b1"), Row(7, "a1", "b1")),
      "SELECT * FROM hbase.default.states_mixed WITH (versions = 5) ORDER BY _timestamp DESC"
    )
    // A column that is not asked for makes states all the same.
    fixture.assertRows(Seq(Row(3L)), "SELECT count(a) FROM hbase.default.states_mixed WITH (versions = 5)")
  }

  @Test
  def explainSaysWhereAndWhatIsNotKeptIsRefused(): Unit = {
    val t = "hbase.default.states_few"
    create(t, "packed", 2)
    val plan = fixture.sql(s"EXPLAIN SELECT sum(a) FROM $t WITH (versions = 2)").head.getString(0)
    assertTrue(plan.contains("in up to 2 states of each row") && plan.contains("it alone reads older states"), plan)
    val message = fixture.assertFails("SPARKSQL_HBASE.VERSIONS_NOT_KEPT", s"SELECT * FROM $t WITH (versions = 3)")
    assertTrue(message.contains("family=d found=2 needed=3"), message)
    fixture.assertRows(Nil, s"SELECT * FROM $t WITH (versions = 3, 'time.unchecked' = 'true')")
    val frame = fixture.spark.read.option("versions", "2").table(t)
    assertEquals(Seq(false, true, true), frame.schema.fields.map(_.nullable).toSeq)
  }
}
