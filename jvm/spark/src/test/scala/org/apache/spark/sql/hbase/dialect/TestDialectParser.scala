package org.apache.spark.sql.hbase.dialect

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.function.Executable

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.catalyst.analysis.{UnresolvedIdentifier, UnresolvedTable}
import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.catalyst.parser.{NamedParameterContext, ParseException, ParserInterface}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.connector.catalog.TableChange
import org.apache.spark.sql.execution.SparkSqlParser
import org.apache.spark.sql.types._

/** In front of Spark's own parser. */
class TestDialectParser {
  private val spark: ParserInterface = new SparkSqlParser
  private val parser = new DialectParser(FixedNames, spark)

  private def create(columns: String, cells: String = ""): CreateTable =
    parser.parsePlan(s"CREATE TABLE t ($columns, PRIMARY KEY (k)) MAPPED BY (ns:h, COLS=[$cells])") match {
      case plan: CreateTable => plan
      case other => throw new AssertionError(other)
    }

  @Test
  def aMappedTableIsACreateTable(): Unit = {
    val plan = create("k INT, a STRING COMMENT 'of a'", "a=cf.q")
    assertEquals(UnresolvedIdentifier(Seq("hbase", "default", "t")), plan.name)
    val spec = plan.tableSpec.asInstanceOf[UnresolvedTableSpec]
    assertEquals(Some("hbase"), spec.provider)
    assertEquals(
      Map(
        "hbase.mapped" -> "true",
        "hbase.table" -> "ns:h",
        "hbase.layout" -> "columns",
        "hbase.column.a.family" -> "cf",
        "hbase.column.a.qualifier" -> "q"
      ),
      spec.properties
    )
    assertEquals(Seq("k", "a"), plan.columns.map(_.name))
  }

  @Test
  def theTypeNamesOfTheProposalAreKnown(): Unit =
    Seq(
      "byte" -> ByteType,
      "tinyint" -> ByteType,
      "short" -> ShortType,
      "smallint" -> ShortType,
      "int" -> IntegerType,
      "integer" -> IntegerType,
      "long" -> LongType,
      "bigint" -> LongType,
      "float" -> FloatType,
      "double" -> DoubleType,
      "bool" -> BooleanType,
      "boolean" -> BooleanType,
      "string" -> StringType,
      "binary" -> BinaryType,
      "date" -> DateType,
      "timestamp" -> TimestampType,
      "decimal" -> DecimalType.USER_DEFAULT,
      "decimal(12, 3)" -> DecimalType(12, 3),
      "varchar(9)" -> VarcharType(9)
    ).foreach { case (name, dataType) =>
      Seq(name, name.toUpperCase, name.capitalize).foreach { written =>
        assertEquals(dataType, create(s"k INT, a $written", "a=cf.q").columns(1).dataType, written)
      }
    }

  @Test
  def aColumnIsAddedTogetherWithItsCell(): Unit =
    parser.parsePlan("ALTER TABLE t ADD c DECIMAL(5, 2) COMMENT 'of c' MAPPED BY (c = cf.q)") match {
      case plan @ AddMappedColumn(UnresolvedTable(name, _, _), _, _, _, _, _) =>
        assertEquals(Seq("hbase", "default", "t"), name)
        assertEquals(
          Seq(
            TableChange.setProperty("hbase.column.c.family", "cf"),
            TableChange.setProperty("hbase.column.c.qualifier", "q"),
            TableChange.addColumn(Array("c"), DecimalType(5, 2), true, "of c")
          ),
          plan.changes
        )
      case other => throw new AssertionError(other)
    }

  @Test
  def aMappedColumnComesLastAndHasNoDefault(): Unit =
    Seq("FIRST", "AFTER k", "DEFAULT 5").foreach { more =>
      val action: Executable = () => parser.parsePlan(s"ALTER TABLE t ADD c INT $more MAPPED BY (c = cf.q)")
      val e = assertThrows(classOf[AnalysisException], action, more)
      assertEquals("SPARKSQL_HBASE.UNSUPPORTED_STATEMENT", e.getCondition)
    }

  @Test
  def aColumnIsDroppedAsSparkDoes(): Unit =
    assertEquals(
      spark.parsePlan("ALTER TABLE `hbase`.`default`.`t` DROP COLUMN c"),
      parser.parsePlan("ALTER TABLE t DROP c;")
    )

  @Test
  def parametersAreFilledIn(): Unit = {
    val parameters = NamedParameterContext(Map("p" -> Literal("/files"), "d" -> Literal("|")))
    val load = "LOAD DATA PARALLEL INPATH :p INTO TABLE t FIELDS TERMINATED BY :d"
    val call =
      "CALL `hbase`.system.bulk_load(table => 'default.t', path => '/files', delimiter => '|', parallel => true)"
    assertEquals(spark.parsePlan(call), parser.parsePlanWithParameters(load, parameters))
    val query = "SELECT * FROM t WHERE mapped = :p AND load = :d"
    assertEquals(spark.parsePlanWithParameters(query, parameters), parser.parsePlanWithParameters(query, parameters))
  }

  @Test
  def whatSparkRefusesIsShownAsItWasWritten(): Unit = {
    def assertAt(marked: String, condition: String): Unit = {
      val position = marked.indexOf('^')
      val statement = marked.patch(position, "", 1)
      val action: Executable = () => parser.parsePlan(statement)
      val e = assertThrows(classOf[ParseException], action, statement)
      assertEquals(condition, e.getCondition, e.getMessage)
      assertEquals(Some(statement), e.command)
      val lineStart = statement.lastIndexOf('\n', position - 1) + 1
      assertEquals(Some(statement.take(position).count(_ == '\n') + 1), e.start.line, e.getMessage)
      assertEquals(Some(position - lineStart), e.start.startPosition, e.getMessage)
      assertTrue(e.getMessage.contains(statement), e.getMessage)
    }
    val clause = "MAPPED BY (h, COLS=[a=cf.q])"
    assertAt(s"CREATE TABLE t (k INT,\n  a ^INTT, PRIMARY KEY (k)) $clause", "UNSUPPORTED_DATATYPE")
    assertAt(s"CREATE TABLE t (b bool, c bool, k INT ^INT) $clause", "PARSE_SYNTAX_ERROR")
    assertAt("ALTER TABLE t ADD c ^WORD MAPPED BY (c = cf.q)", "UNSUPPORTED_DATATYPE")
    // Not ours, so the message is Spark's own.
    assertAt("CREATE TABLE t (k INT) USING hbase ^MAPPED BY (h)", "PARSE_SYNTAX_ERROR")
  }

  @Test
  def everythingElseGoesThrough(): Unit = {
    assertEquals(spark.parseQuery("SELECT load FROM mapped"), parser.parseQuery("SELECT load FROM mapped"))
    assertEquals(spark.parseExpression("add + key"), parser.parseExpression("add + key"))
    assertEquals(spark.parseTableIdentifier("a.cols"), parser.parseTableIdentifier("a.cols"))
    assertEquals(spark.parseFunctionIdentifier("a.f"), parser.parseFunctionIdentifier("a.f"))
    assertEquals(Seq("a", "b", "format"), parser.parseMultipartIdentifier("a.b.format"))
    assertEquals(spark.parseTableSchema("a INT, `b` STRING"), parser.parseTableSchema("a INT, `b` STRING"))
    assertEquals(LongType, parser.parseDataType("long"))
    assertEquals(spark.parseRoutineParam("a INT"), parser.parseRoutineParam("a INT"))
    assertEquals(spark.splitStatements("SELECT 1; SELECT 2"), parser.splitStatements("SELECT 1; SELECT 2"))
    assertEquals(spark.parseTemporalTableIdentifier("a.t"), parser.parseTemporalTableIdentifier("a.t"))
  }
}
