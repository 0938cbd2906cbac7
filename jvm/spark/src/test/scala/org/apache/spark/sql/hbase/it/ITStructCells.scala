package org.apache.spark.sql.hbase.it

import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.sql.Row

/** STRUCTs whose fields lie in cells of their own: in a table of ours, and in one that another program fills. */
class ITStructCells extends ClusterWithJar {
  private val Own = "hbase.default.people"
  private lazy val raw = new RawTables(hbase.quorum)

  @BeforeAll
  def fill(): Unit = {
    fixture.spark
      .range(60)
      .selectExpr(
        "CAST(id AS INT) AS k",
        "CASE WHEN id % 5 > 0 THEN named_struct('name', IF(id % 3 = 0, NULL, concat('n', id % 7)), 'age', CAST(id AS INT), 'home', " +
          "IF(id % 4 = 0, NULL, named_struct('city', concat('c', id % 2), 'zip', id)), 'born', make_date(1990, 1, 1 + CAST(id % 28 AS INT))) END AS s",
        "id * 0.5D AS v"
      )
      .createOrReplaceTempView("expected_people")
    fixture.sql(
      s"CREATE TABLE $Own (k INT, s STRUCT<name: STRING, age: INT, home: STRUCT<city: STRING, zip: BIGINT>, born: DATE>, v DOUBLE, " +
        "PRIMARY KEY (k)) USING hbase TBLPROPERTIES ('hbase.layout' = 'columns', 'hbase.column.s.name.qualifier' = 'n', " +
        s"'hbase.column.s.born.family' = 'b', 'hbase.splits' = '20', 'hbase.coprocessor.jar' = 'file://$jar')"
    )
    fixture.sql(s"INSERT INTO $Own SELECT * FROM expected_people")
    raw.create("raw_people", "c", "o")
  }

  private def inEachMode(action: => Unit): Unit =
    Seq("true", "false").foreach(mode => fixture.withSettings("spark.sql.hbase.coprocessor" -> mode)(action))

  @Test
  def answersAreThoseOfPlainSpark(): Unit = inEachMode {
    Seq(
      "SELECT * FROM t ORDER BY k",
      "SELECT k, s FROM t WHERE s.age > 30 ORDER BY k",
      "SELECT s.name, count(*), sum(s.age), max(s.born), min(s.home.zip) FROM t GROUP BY s.name ORDER BY 1 NULLS FIRST",
      "SELECT k, s.home.city FROM t WHERE s.home.zip % 2 = 1 AND s.name LIKE 'n%' ORDER BY k",
      "SELECT count(*), count(s), count(s.name), count(s.home) FROM t",
      "SELECT k FROM t WHERE s IS NULL ORDER BY k",
      "SELECT k, s.age FROM t WHERE s IS NOT NULL AND s.name IS NULL ORDER BY k",
      "SELECT s.home, count(*) FROM t GROUP BY s.home ORDER BY s.home.zip NULLS FIRST",
      "SELECT s, count(*) FROM t WHERE k < 9 GROUP BY s ORDER BY s.age NULLS FIRST",
      "SELECT a.k, b.s.born FROM t a JOIN t b ON a.s.age = b.k WHERE a.s.age < 20 ORDER BY 1",
      "SELECT k, s.age FROM t ORDER BY s.age DESC NULLS LAST, k LIMIT 7",
      "SELECT k FROM t WHERE s = (SELECT s FROM t WHERE k = 11)",
      "SELECT coalesce(s.name, 'none'), avg(v) FROM t GROUP BY 1 ORDER BY 1"
    ).foreach { query =>
      val expected = fixture.sql(query.replaceAll("\\bt\\b", "expected_people"))
      fixture.assertRows(expected, query.replaceAll("\\bt\\b", Own))
    }
  }

  @Test
  def fieldsAreFilteredAndGroupedInTheRegionServers(): Unit = {
    def plan(query: String) =
      fixture.sql(s"EXPLAIN ${query.replace("FROM t", s"FROM $Own")}").head.getString(0).replace("`", "")
    val grouped = plan("SELECT s.name, sum(s.age) FROM t WHERE s.home.zip > 5 GROUP BY s.name")
    assertTrue(grouped.contains("Filter((s.home.zip > 5") && grouped.contains("PartialAggregate"), grouped)
    // One field is what is read and sent, not the struct.
    val one = plan("SELECT s.age FROM t WHERE s.name = 'n1'")
    assertTrue(one.contains("Project(s.age)"), one)
    val present = plan("SELECT count(*) FROM t WHERE s IS NOT NULL")
    assertTrue(present.contains("PartialAggregate"), present)
  }

  @Test
  def fieldsAreWrittenAsColumnsAre(): Unit = {
    val t = "hbase.default.people_written"
    fixture.sql(
      s"CREATE TABLE $t (k INT, s STRUCT<a: INT, b: STRING>, PRIMARY KEY (k)) USING hbase TBLPROPERTIES ('hbase.layout' = 'columns', " +
        s"'hbase.column.s.a.qualifier' = 'a', 'hbase.column.s.b.qualifier' = 'b', 'hbase.coprocessor.jar' = 'file://$jar')"
    )
    def rows(expected: Row*): Unit = inEachMode(fixture.assertRows(expected, s"SELECT * FROM $t ORDER BY k"))
    fixture.sql(
      s"INSERT INTO $t VALUES (1, named_struct('a', 1, 'b', 'x')), (2, NULL), (3, named_struct('a', NULL, 'b', 'y')), " +
        "(4, named_struct('a', CAST(NULL AS INT), 'b', CAST(NULL AS STRING)))"
    )
    // A STRUCT of NULLs is NULL: no cell tells them apart.
    rows(Row(1, Row(1, "x")), Row(2, null), Row(3, Row(null, "y")), Row(4, null))
    fixture.sql(s"UPDATE $t SET s.a = k * 10 WHERE k <= 2")
    fixture.sql(s"UPDATE $t SET s.b = NULL WHERE s.a = 10")
    rows(Row(1, Row(10, null)), Row(2, Row(20, null)), Row(3, Row(null, "y")), Row(4, null))
    fixture.sql(s"INSERT INTO $t WITH ('nulls' = 'skip') VALUES (1, named_struct('a', NULL, 'b', 'new'))")
    fixture.sql(s"INSERT INTO $t WITH ('write' = 'bulk') VALUES (4, named_struct('a', 4, 'b', NULL)), (5, NULL)")
    fixture.sql(
      s"MERGE INTO $t t USING (SELECT 3 AS k, 33 AS a) u ON t.k = u.k WHEN MATCHED THEN UPDATE SET t.s.a = u.a"
    )
    rows(Row(1, Row(10, "new")), Row(2, Row(20, null)), Row(3, Row(33, "y")), Row(4, Row(4, null)), Row(5, null))
    fixture.sql(s"DELETE FROM $t WHERE s.a >= 20")
    fixture.sql(s"DELETE FROM $t WHERE s IS NULL")
    rows(Row(1, Row(10, "new")), Row(4, Row(4, null)))
    val cells = raw.rows("people_written").map { case (row, of) => row -> of.keySet }
    assertEquals(
      Seq("\\x80\\x00\\x00\\x01" -> Set("d:_0", "d:a", "d:b"), "\\x80\\x00\\x00\\x04" -> Set("d:_0", "d:a")),
      cells
    )
  }

  @Test
  def cellsOfOtherProgramsAreFields(): Unit = {
    raw.put("raw_people", Bytes.toBytes("r1"), "c:n" -> Bytes.toBytes("Ada"), "o:a" -> Bytes.toBytes("36"))
    raw.put("raw_people", Bytes.toBytes("r2"), "c:n" -> Bytes.toBytes("Bob"))
    raw.put("raw_people", Bytes.toBytes("r3"), "c:else" -> Bytes.toBytes("theirs"))
    val t = "hbase.default.raw_people_sql"
    fixture.sql(
      s"CREATE TABLE $t (k STRING, s STRUCT<name: STRING, age: INT>, PRIMARY KEY (k)) MAPPED BY (raw_people, " +
        "COLS=[s.name = c.n, s.age = o.a]) IN StringFormat"
    )
    def rows(expected: Row*): Unit = inEachMode(fixture.assertRows(expected, s"SELECT * FROM $t ORDER BY k"))
    rows(Row("r1", Row("Ada", 36)), Row("r2", Row("Bob", null)), Row("r3", null))
    fixture.sql(s"ALTER TABLE $t ADD s.note STRING MAPPED BY (s.note = c.else)")
    rows(Row("r1", Row("Ada", 36, null)), Row("r2", Row("Bob", null, null)), Row("r3", Row(null, null, "theirs")))
    fixture.sql(s"ALTER TABLE $t DROP COLUMN s.note")
    fixture.sql(s"ALTER TABLE $t RENAME COLUMN s.age TO years")
    fixture.assertRows(Seq(Row("r1")), s"SELECT k FROM $t WHERE s.years = 36")
    fixture.sql(s"INSERT INTO $t VALUES ('r4', named_struct('name', 'Eve', 'years', 5))")
    raw.put("raw_people", Bytes.toBytes("r5"), "o:a" -> Bytes.toBytes("old"))
    // Of a value that does not decode only the reader of its field hears.
    fixture.assertRows(Seq(Row("Eve")), s"SELECT s.name FROM $t WHERE k = 'r4'")
    fixture.assertRows(Seq(Row(3L)), s"SELECT count(s.name) FROM $t")
    val message = fixture.assertFails("SPARKSQL_HBASE.CORRUPT_VALUE", s"SELECT s.years FROM $t")
    assertTrue(message.contains("column=s.years"), message)
    fixture.sql(s"DELETE FROM $t WHERE k IN ('r1', 'r3', 'r5')")
    assertEquals(
      Seq("r2" -> Map("c:n" -> "Bob"), "r3" -> Map("c:else" -> "theirs"), "r4" -> Map("c:n" -> "Eve", "o:a" -> "5")),
      raw.rows("raw_people")
    )
  }

  @Test
  def theExamplesOfTheDocumentationRun(): Unit = {
    val answers = SqlPage.statements("STRUCTs over several cells").map(s => s.sql -> fixture.sql(s.sql)).toMap
    def answer(start: String) = answers.collectFirst { case (sql, rows) if sql.trim.startsWith(start) => rows }
    assertEquals(Some(Seq(Row(37, 1L))), answer("SELECT person.age"))
    assertEquals(Some(Seq(Row(1, Row("Ada", 37, null)))), answer("SELECT *"))
  }

  @Test
  def theMappingIsShownAndTakenOver(): Unit = {
    val statement = fixture.sql(s"SHOW CREATE TABLE $Own").head.getString(0)
    assertTrue(statement.contains("'hbase.column.s.born.family' = 'b'"), statement)
    val mapping = fixture.sql(s"DESCRIBE EXTENDED $Own").map(_.toString).mkString("\n")
    assertTrue(mapping.contains("s: a cell for each field, s.name in d:n, ordered, s.age in d:s.age"), mapping)
    fixture.sql(s"CREATE TABLE hbase.default.people_like LIKE $Own")
    fixture.sql(s"INSERT INTO hbase.default.people_like SELECT * FROM $Own WHERE k = 7")
    val cells = raw.rows("people_like").head._2.keySet
    assertEquals(Set("d:_0", "d:n", "d:s.age", "d:s.home", "b:s.born", "d:v"), cells)
  }
}
