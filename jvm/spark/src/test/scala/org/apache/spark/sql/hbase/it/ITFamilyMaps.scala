package org.apache.spark.sql.hbase.it

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.sql.Row
import org.apache.spark.sql.hbase.cluster.HBaseCluster

/** Maps over whole families: in a table of ours, and in one that another program fills. */
class ITFamilyMaps extends ClusterWithJar {
  private val Own = "hbase.default.tagged"
  private lazy val raw = new RawTables(hbase.quorum)

  @BeforeAll
  def fill(): Unit = {
    fixture.sql(
      s"CREATE TABLE $Own (k INT, n INT, tags MAP<STRING, INT>, PRIMARY KEY (k)) USING hbase TBLPROPERTIES ('hbase.layout' = " +
        "'columns', 'hbase.column.tags.family' = 't', 'hbase.column.tags.qualifier' = '*', " +
        s"'hbase.coprocessor.jar' = 'file://$jar')"
    )
    fixture.sql(
      s"INSERT INTO $Own SELECT CAST(id AS INT), CAST(id AS INT), IF(id % 3 = 0, NULL, map('a', CAST(id AS INT), concat('b', id), 1)) " +
        "FROM range(30)"
    )
    raw.create("clicks", "c", "o")
  }

  private def tags(k: Int): Map[String, Int] = if (k % 3 == 0) null else Map("a" -> k, s"b$k" -> 1)

  private def inEachMode(action: => Unit): Unit =
    Seq("require", "false").foreach(mode => fixture.withSettings("spark.sql.hbase.coprocessor" -> mode)(action))

  private def assertRead(): Unit = inEachMode {
    fixture.assertRows((0 until 30).map(k => Row(k, k, tags(k))), s"SELECT * FROM $Own ORDER BY k")
    fixture.assertRows(Seq(Row(7)), s"SELECT k FROM $Own WHERE tags['a'] = 7")
    fixture.assertRows(Seq(Row(7)), s"SELECT k FROM $Own WHERE tags['b7'] IS NOT NULL")
    fixture.assertRows((0 until 30 by 3).map(Row(_)), s"SELECT k FROM $Own WHERE tags IS NULL ORDER BY k")
    fixture.assertRows(
      Seq(Row(30L, 20L, (0 until 30).filter(_ % 3 != 0).sum.toLong)),
      s"SELECT count(*), count(tags), sum(tags['a']) FROM $Own"
    )
    fixture.assertRows(Seq(Row(tags(4)), Row(tags(5))), s"SELECT tags FROM $Own WHERE k IN (4, 5)")
  }

  @Test
  def allModesReadTheSameFromMemoryAndFromFiles(): Unit = {
    assertRead()
    HBaseCluster.use(HBaseCluster.ofCatalog("hbase")) { shared =>
      val admin = shared.connection.getAdmin
      try admin.flush(TableName.valueOf("tagged"))
      finally admin.close()
    }
    assertRead()
  }

  @Test
  def aValueOfOneKeyIsPushedDown(): Unit = {
    val plan = fixture.sql(s"EXPLAIN SELECT sum(tags['a']) FROM $Own WHERE tags['b7'] = 1").head.getString(0)
    assertTrue(plan.contains("Filter((tags['b7'] = 1))") || plan.contains("tags[b7]"), plan)
    assertTrue(plan.contains("PartialAggregate"), plan)
  }

  @Test
  def theMapOfARowIsTheOneThatWasWrittenLast(): Unit = {
    val t = "hbase.default.tags_written"
    fixture.sql(
      s"CREATE TABLE $t (k INT, n INT, m MAP<STRING, INT>, PRIMARY KEY (k)) USING hbase TBLPROPERTIES ('hbase.layout' = 'columns', " +
        s"'hbase.column.m.qualifier' = '*', 'hbase.coprocessor.jar' = 'file://$jar')"
    )
    def rows(expected: Row*): Unit = inEachMode(fixture.assertRows(expected, s"SELECT * FROM $t ORDER BY k"))
    fixture.sql(s"INSERT INTO $t VALUES (1, 1, map('a', 1, 'b', 2)), (2, 2, map('c', 3)), (3, NULL, NULL)")
    rows(Row(1, 1, Map("a" -> 1, "b" -> 2)), Row(2, 2, Map("c" -> 3)), Row(3, null, null))
    fixture.sql(s"INSERT INTO $t VALUES (1, 5, map('b', 7))")
    fixture.sql(s"UPDATE $t SET m = map_concat(m, map('d', 4)) WHERE k = 2")
    rows(Row(1, 5, Map("b" -> 7)), Row(2, 2, Map("c" -> 3, "d" -> 4)), Row(3, null, null))
    fixture.sql(s"UPDATE $t SET n = 6 WHERE k = 1")
    fixture.sql(s"INSERT INTO $t (k, n) VALUES (2, 9)")
    fixture.sql(s"INSERT INTO $t WITH ('write' = 'bulk') VALUES (1, 8, map('e', 5)), (4, 4, map('f', 6))")
    rows(Row(1, 8, Map("e" -> 5)), Row(2, 9, null), Row(3, null, null), Row(4, 4, Map("f" -> 6)))
    fixture.sql(s"DELETE FROM $t WHERE m['e'] = 5 OR k = 3")
    rows(Row(2, 9, null), Row(4, 4, Map("f" -> 6)))
    val nullValue =
      fixture.assertFails(
        "SPARKSQL_HBASE.INVALID_FAMILY_MAP_ENTRY",
        s"INSERT INTO $t VALUES (5, 1, map('x', CAST(NULL AS INT)))"
      )
    assertTrue(nullValue.contains("key=x"), nullValue)
    Seq("n", "_0").foreach { key =>
      val message =
        fixture.assertFails("SPARKSQL_HBASE.INVALID_FAMILY_MAP_ENTRY", s"INSERT INTO $t VALUES (5, 1, map('$key', 1))")
      assertTrue(message.contains(s"key=$key") && message.contains("another column"), message)
    }
    rows(Row(2, 9, null), Row(4, 4, Map("f" -> 6)))
  }

  @Test
  def cellsOfOtherProgramsAreEntriesAndOnlyThoseOfTheMapAreDeleted(): Unit = {
    val key = Bytes.toBytes("r1")
    raw.put("clicks", key, "c:page" -> Bytes.toBytes("/"), "c:x1" -> Bytes.toBytes("7"), "c:x2" -> Bytes.toBytes("8"))
    raw.put("clicks", key, "o:else" -> Bytes.toBytes("theirs"))
    fixture.sql(
      "CREATE TABLE hbase.default.clicks_map (k STRING, page STRING, m MAP<STRING, INT>, PRIMARY KEY (k)) MAPPED BY (clicks, " +
        "COLS=[page=c.page, m=c.*]) IN StringFormat"
    )
    val from = "FROM hbase.default.clicks_map"
    fixture.assertRows(Seq(Row("r1", "/", Map("x1" -> 7, "x2" -> 8))), s"SELECT * $from")
    // What is mapped later leaves the map.
    fixture.sql("ALTER TABLE hbase.default.clicks_map ADD x2 STRING MAPPED BY (x2 = c.x2)")
    fixture.assertRows(Seq(Row("r1", "/", Map("x1" -> 7), "8")), s"SELECT * $from")
    raw.put("clicks", key, "c:x3" -> Bytes.toBytes("three"))
    val message = fixture.assertFails("SPARKSQL_HBASE.CORRUPT_VALUE", s"SELECT m $from")
    assertTrue(message.contains("column=m"), message)
    fixture.assertRows(Seq(Row(Map("x1" -> 7, "x3" -> null))), s"SELECT m $from WITH ('mode' = 'permissive')")
    fixture.sql("DELETE FROM hbase.default.clicks_map WHERE k = 'r1'")
    assertEquals(Seq("r1" -> Map("o:else" -> "theirs")), raw.rows("clicks"))
  }

  @Test
  def qualifiersThatAreNoTextAreKeysOfBinaryMaps(): Unit = {
    val (odd, other) = (Array(0x71.toByte, 0xfe.toByte), Array(0x71.toByte, 0xff.toByte))
    raw.create("counters", "c")
    raw.putBytes("counters", Bytes.toBytes("r1"), "c", Seq(odd -> Bytes.toBytes("1"), other -> Bytes.toBytes("2")))
    raw.putBytes("counters", Bytes.toBytes("r2"), "c", Seq(Bytes.toBytes("q") -> Bytes.toBytes("3")))
    Seq("BINARY", "STRING").foreach { key =>
      fixture.sql(
        s"CREATE TABLE hbase.default.counters_${key.toLowerCase} (k STRING, m MAP<$key, INT>, PRIMARY KEY (k)) MAPPED BY (counters, " +
          "COLS=[m=c.*]) IN StringFormat"
      )
    }
    fixture.sql(s"CALL hbase.system.attach_coprocessor(table => 'default.counters_binary', jar => 'file://$jar')")
    val from = "FROM hbase.default.counters_binary"
    inEachMode {
      fixture.assertRows(
        Seq(Row("r1", 2, 1, 2, null), Row("r2", 1, null, null, 3)),
        s"SELECT k, size(m), m[X'71FE'], m[X'71FF'], m[X'71'] $from ORDER BY k"
      )
      fixture.assertRows(Seq(Row("r1")), s"SELECT k $from WHERE m[X'71FE'] = 1")
      fixture.assertRows(
        Seq(Row("71FE", 1), Row("71FF", 2), Row("71", 3)),
        s"SELECT hex(key), value FROM (SELECT explode(m) $from) ORDER BY value"
      )
      val text = "FROM hbase.default.counters_string"
      val message = fixture.assertFails("SPARKSQL_HBASE.CORRUPT_VALUE", s"SELECT m $text")
      assertTrue(message.contains("qualifier=q\\xFE") && message.contains("MAP<BINARY, ...>"), message)
      fixture.assertRows(
        Seq(Row("r1", null), Row("r2", Map("q" -> 3))),
        s"SELECT * $text WITH ('mode' = 'permissive') ORDER BY k"
      )
    }
    fixture.sql("INSERT INTO hbase.default.counters_binary VALUES ('r2', map(X'00FF80', 9, X'', 8))")
    inEachMode {
      fixture.assertRows(Seq(Row(2, 9, 8)), s"SELECT size(m), m[X'00FF80'], m[X''] $from WHERE k = 'r2'")
    }
    val refused = fixture.assertFails(
      "SPARKSQL_HBASE.INVALID_FAMILY_MAP_ENTRY",
      "INSERT INTO hbase.default.counters_string VALUES ('r3', map(CAST(X'FF' AS STRING), 9))"
    )
    assertTrue(refused.contains("not UTF-8"), refused)
  }

  @Test
  def theMappingIsShown(): Unit = {
    val statement = fixture.sql(s"SHOW CREATE TABLE $Own").head.getString(0)
    assertTrue(statement.contains("'hbase.column.tags.qualifier' = '*'"), statement)
    val mapping = fixture.sql(s"DESCRIBE EXTENDED $Own").map(_.toString).mkString("\n")
    assertTrue(mapping.contains("tags: cells of family t in no other column, ordered"), mapping)
  }
}
