package org.apache.spark.sql.hbase.dialect

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.catalyst.parser.{CatalystSqlParser, ParseException}
import org.apache.spark.sql.catalyst.plans.logical.{CreateTable, ReplaceTable, UnresolvedTableSpec}
import org.apache.spark.sql.hbase.shim.PrimaryKeyProperty

/** Statements as lines of Spark parse them that have no PRIMARY KEY in their grammar. */
class TestPrimaryKeyClause {
  private def rewritten(statement: String): Option[NativeStatement] = {
    val tokens = Token.read(statement).toIndexedSeq
    val mapped = if (tokens(1).is("TABLE")) MappedTable.rewrite(statement, tokens, FixedNames) else None
    PrimaryKeyClause.rewrite(statement, tokens, FixedNames, mapped)
  }

  private def assertText(statement: String, expected: String): Unit =
    assertEquals(Some(expected), rewritten(statement).map(_.rewriting.text))

  @Test
  def theKeyIsTakenOutOfTheText(): Unit = {
    assertText("CREATE TABLE t (k INT, v INT, PRIMARY KEY (k))", "CREATE TABLE t (k INT, v INT)")
    assertText("CREATE TABLE t (k INT, PRIMARY KEY (k), v INT)", "CREATE TABLE t (k INT, v INT)")
    assertText("CREATE TABLE t (PRIMARY KEY (k), k INT)", "CREATE TABLE t ( k INT)")
    assertText("CREATE TABLE t (k INT, CONSTRAINT c PRIMARY KEY (k) NOT ENFORCED RELY)", "CREATE TABLE t (k INT)")
    assertText("CREATE TABLE t (k INT PRIMARY KEY, d DECIMAL(3, 1))", "CREATE TABLE t (k INT , d DECIMAL(3, 1))")
    assertText("CREATE TABLE t (k INT PRIMARY KEY NOT NULL)", "CREATE TABLE t (k INT  NOT NULL)")
    assertText("REPLACE TABLE ns.t (k INT, primary key (`k`)) USING hbase", "REPLACE TABLE ns.t (k INT) USING hbase")
    assertText("CREATE OR REPLACE TABLE t (k INT, PRIMARY KEY (k))", "CREATE OR REPLACE TABLE t (k INT)")
    val mapped = rewritten("CREATE TABLE t (k INT, a INT, PRIMARY KEY (k)) MAPPED BY (h, COLS=[a=cf.q])")
    val text = mapped.map(_.rewriting.text).getOrElse("")
    assertTrue(text.startsWith("CREATE TABLE `hbase`.`default`.`t` (k INT, a INT) USING hbase TBLPROPERTIES"), text)
  }

  @Test
  def whatHasNoKeyStaysAsItIs(): Unit =
    Seq(
      "CREATE TABLE t (k INT, key STRING)",
      "CREATE TABLE spark_catalog.default.t (k INT, PRIMARY KEY (k))",
      "CREATE TABLE t USING hbase TBLPROPERTIES ('hbase.key' = 'k') AS SELECT 1 AS k",
      "CREATE OR REPLACE VIEW v AS SELECT 1",
      "CREATE TABLE t LIKE s"
    ).foreach(statement => assertEquals(None, rewritten(statement), statement))

  @Test
  def thePlanHasTheKey(): Unit = {
    def plan(statement: String) = {
      val native = rewritten(statement).get
      native.complete(CatalystSqlParser.parsePlan(native.rewriting.text))
    }
    val key = Map(PrimaryKeyProperty.Name -> PrimaryKeyProperty.text(Seq("a", "b c")))
    assertEquals(Seq("a", "b c"), PrimaryKeyProperty.columns(key.values.head))
    plan("CREATE TABLE t (a INT, `b c` INT, v INT, PRIMARY KEY (a, `b c`))") match {
      case CreateTable(_, columns, _, spec: UnresolvedTableSpec, _) =>
        assertEquals(key, spec.properties)
        assertEquals(Seq(false, false, true), columns.map(_.nullable))
      case other => throw new AssertionError(other)
    }
    plan("REPLACE TABLE t (k INT PRIMARY KEY)") match {
      case ReplaceTable(_, columns, _, spec: UnresolvedTableSpec, _) =>
        assertEquals(Map(PrimaryKeyProperty.Name -> "k"), spec.properties)
        assertEquals(Seq(false), columns.map(_.nullable))
      case other => throw new AssertionError(other)
    }
  }

  @Test
  def wrongKeysAreErrorsWithTheirPlace(): Unit = {
    assertThrows(classOf[ParseException], () => rewritten("CREATE TABLE t (k INT, PRIMARY KEY ())"))
    assertThrows(classOf[ParseException], () => rewritten("CREATE TABLE t (k INT, PRIMARY KEY (k) x)"))
    assertThrows(classOf[AnalysisException], () => rewritten("CREATE TABLE t (k INT PRIMARY KEY, PRIMARY KEY (k))"))
  }
}
