package org.apache.spark.sql.hbase.dialect

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.parser.{CatalystSqlParser, ParseException}
import org.apache.spark.sql.catalyst.plans.logical.{OneRowRelation, Project}
import org.apache.spark.sql.connector.catalog.Identifier

/** CALL as lines of Spark read it that have no CALL in their grammar. */
class TestCallStatement {
  private def rewritten(statement: String, command: CallStatement.Command): Option[NativeStatement] =
    CallStatement.rewrite(statement, Token.read(statement).toIndexedSeq, FixedNames, command)

  private def rewritten(statement: String): Option[NativeStatement] = rewritten(statement, (_, _, plan) => plan)

  @Test
  def theProcedureIsReadAsAFunction(): Unit = {
    def text(statement: String) = rewritten(statement).map(_.rewriting.text)
    assertEquals(Some("SELECT `version`()"), text("CALL hbase.system.version()"))
    assertEquals(Some("SELECT `analyze`(table => 't(1')"), text("call `hbase`.system.`analyze`(table => 't(1')"))
    assertEquals(Some("SELECT `bulk_load`(map('a', 'b'));"), text("CALL system.bulk_load(map('a', 'b'));"))
    assertEquals(None, text("CALL spark_catalog.version()"))
  }

  @Test
  def theCommandIsToldTheProcedure(): Unit = {
    val native = rewritten(
      "CALL hbase.system.analyze(table => 't')",
      (catalog, ident, plan) => {
        assertEquals(("hbase", Identifier.of(Array("system"), "analyze")), (catalog, ident))
        assertEquals(1, plan.asInstanceOf[Project].projectList.size)
        OneRowRelation()
      }
    ).get
    assertEquals(OneRowRelation(), native.complete(CatalystSqlParser.parsePlan(native.rewriting.text)))
  }

  @Test
  def whatStandsBehindTheArgumentsIsAnError(): Unit = {
    def assertRefused(statement: String): Unit = {
      assertThrows(classOf[ParseException], () => rewritten(statement))
      ()
    }
    Seq("CALL hbase.system.version", "CALL hbase.system.version() FROM t", "CALL").foreach(assertRefused)
  }
}
