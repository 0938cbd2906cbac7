package org.apache.spark.sql.hbase.dialect

import org.junit.jupiter.api.Assertions.{assertEquals, assertSame}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.analysis.{UnresolvedIdentifier, UnresolvedTableOrView}
import org.apache.spark.sql.catalyst.plans.logical.{LocalRelation, LogicalPlan}

/** CREATE TABLE ... LIKE as lines of Spark parse it that ask no catalog for it. */
class TestLikeClause {
  private val parsed = LocalRelation()

  private def rewritten(
      statement: String,
      named: (LogicalPlan, LogicalPlan, LogicalPlan) => LogicalPlan = (plan, _, _) => plan
  ): Option[NativeStatement] = LikeClause.rewrite(statement, Token.read(statement).toIndexedSeq, FixedNames, named)

  private def text(statement: String): Option[String] = rewritten(statement).map(_.rewriting.text)

  @Test
  def theTextHasNamesThatSparkParses(): Unit = {
    assertEquals(Some("CREATE TABLE t LIKE s"), text("CREATE TABLE t LIKE s"))
    assertEquals(
      Some("create table if not exists t like s TBLPROPERTIES ('a' = 'b')"),
      text("create table if not exists hbase.ns.`a b` like hbase.`x.y`.z TBLPROPERTIES ('a' = 'b')")
    )
  }

  @Test
  def thePlanHasTheNamesOfTheStatement(): Unit = {
    val native = rewritten(
      "CREATE TABLE hbase.ns.t\nLIKE hbase.ns.`a b`",
      { (plan, table, source) =>
        assertSame(parsed, plan)
        assertEquals(UnresolvedIdentifier(Seq("hbase", "ns", "t")), table)
        assertEquals(
          UnresolvedTableOrView(Seq("hbase", "ns", "a b"), "CREATE TABLE LIKE", allowTempView = true),
          source
        )
        assertEquals((Some(2), Some(5)), (source.origin.line, source.origin.startPosition))
        plan
      }
    )
    assertSame(parsed, native.get.complete(parsed))
  }

  @Test
  def otherStatementsStayAsTheyAre(): Unit =
    Seq(
      "CREATE TABLE spark_catalog.default.t LIKE s",
      "CREATE TABLE t (k INT)",
      "CREATE TABLE IDENTIFIER('t') LIKE s",
      "CREATE TABLE t LIKE 's'"
    ).foreach(statement => assertEquals(None, rewritten(statement), statement))
}
