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
import org.apache.spark.sql.execution.command.ExplainCommand
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
  def aStructIsAddedTogetherWithTheCellsOfItsFields(): Unit = {
    val added = "ALTER TABLE t ADD s STRUCT<x: INT, y: STRING> MAPPED BY (s.x = cf.q, s.y = cf.r)"
    val field = "ALTER TABLE t ADD s.z BIGINT MAPPED BY (s.z = cf.u)"
    def changes(statement: String) = parser.parsePlan(statement).asInstanceOf[AddMappedColumn].changes
    val struct = new StructType().add("x", IntegerType).add("y", StringType)
    assertEquals(
      Seq("x" -> "q", "y" -> "r").flatMap { case (name, qualifier) =>
        Seq(
          TableChange.setProperty(s"hbase.column.s.$name.family", "cf"),
          TableChange.setProperty(s"hbase.column.s.$name.qualifier", qualifier)
        )
      } :+ TableChange.addColumn(Array("s"), struct, true, null),
      changes(added)
    )
    assertEquals(TableChange.addColumn(Array("s", "z"), LongType, true, null), changes(field).last)
  }

  @Test
  def statementsAreExplained(): Unit = {
    val clause = "MAPPED BY (h, COLS=[a=cf.q])"
    Seq("", "EXTENDED ", "FORMATTED ").foreach { mode =>
      parser.parsePlan(s"EXPLAIN ${mode}CREATE TABLE t (k INT, a INT, PRIMARY KEY (k)) $clause") match {
        case ExplainCommand(plan: CreateTable, _) =>
          assertEquals("cf", plan.tableSpec.asInstanceOf[UnresolvedTableSpec].properties("hbase.column.a.family"))
        case other => throw new AssertionError(other)
      }
    }
    parser.parsePlan("EXPLAIN ALTER TABLE t ADD c INT MAPPED BY (c = cf.q)") match {
      case ExplainCommand(_: AddMappedColumn, _) =>
      case other => throw new AssertionError(other)
    }
    assertEquals(spark.parsePlan("EXPLAIN SELECT mapped FROM t"), parser.parsePlan("EXPLAIN SELECT mapped FROM t"))
  }

  @Test
  def statementsStandInScripts(): Unit = {
    val script =
      """BEGIN
        |  DECLARE n INT DEFAULT 0;
        |  ALTER TABLE t ADD COLUMN native INT;
        |  IF n = 0 THEN
        |    CREATE TABLE t (k INT, a bool, PRIMARY KEY (k)) MAPPED BY (h, COLS=[a=cf.q]);
        |  END IF;
        |  ALTER TABLE t ADD c INT MAPPED BY (c = cf.q); LOAD DATA INPATH 'p' INTO TABLE t;
        |  WHILE n < 1 DO ALTER TABLE t ADD d INT MAPPED BY (d = cf.r); SET n = n + 1; END WHILE;
        |  SELECT CASE WHEN n = 1 THEN mapped ELSE load END FROM t;
        |END""".stripMargin
    val plans = parser.parsePlan(script).collect { case single: SingleStatement => single.parsedPlan }
    assertEquals(1, plans.collect { case create: CreateTable => create }.size)
    assertEquals(Seq("c", "d"), plans.collect { case add: AddMappedColumn => add.column.mkString })
    assertEquals(Seq("native"), plans.collect { case add: AddColumns => add.columnsToAdd.map(_.colName).mkString })
    assertEquals(1, plans.collect { case call: Call => call }.size)
    val inElse = "BEGIN CASE 1 WHEN 2 THEN SELECT 1; ELSE ALTER TABLE t ADD c INT MAPPED BY (c = cf.q); END CASE; END"
    val e = assertThrows(classOf[AnalysisException], () => parser.parsePlan(inElse): Unit)
    assertEquals("SPARKSQL_HBASE.UNSUPPORTED_STATEMENT", e.getCondition)
    val own = "BEGIN SELECT mapped FROM load; END"
    // Spark gives each script a name by chance.
    def shown(parser: ParserInterface) = parser.parsePlan(own).toString.replaceAll("[0-9a-f-]{36}", "name")
    assertEquals(shown(spark), shown(parser))
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
    assertAt(s"EXPLAIN CREATE TABLE t (k INT,\n  a ^INTT, PRIMARY KEY (k)) $clause", "UNSUPPORTED_DATATYPE")
    assertAt(s"BEGIN\n  CREATE TABLE t (k INT) MAPPED BY (h, ^COLUMNS); END", "PARSE_SYNTAX_ERROR")
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
