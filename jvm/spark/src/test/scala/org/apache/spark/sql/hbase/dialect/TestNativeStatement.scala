package org.apache.spark.sql.hbase.dialect

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.function.Executable

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.catalyst.parser.ParseException
import org.apache.spark.sql.internal.SQLConf

class TestNativeStatement {
  private val t = "`hbase`.`default`.`t`"

  private def mapped(table: String, more: String*): String =
    (Seq("hbase.mapped" -> "true", "hbase.table" -> table, "hbase.layout" -> "columns").map { case (k, v) =>
      s"'$k' = '$v'"
    } ++ more).mkString("USING hbase TBLPROPERTIES (", ", ", ")")

  private def cell(column: String, family: String, qualifier: String): String =
    s"'hbase.column.$column.family' = '$family', 'hbase.column.$column.qualifier' = '$qualifier'"

  private def native(statement: String): Option[String] =
    NativeStatements.of(statement, FixedNames).map(_.rewriting.text)

  private def assertNative(cases: (String, String)*): Unit = cases.foreach { case (statement, expected) =>
    assertEquals(Some(expected), native(statement), statement)
  }

  /** The statement is wrong at the character behind `^`, which is no part of it. */
  private def assertSyntax(marked: String, expected: String): Unit = {
    val position = marked.indexOf('^')
    val statement = marked.patch(position, "", 1)
    val action: Executable = () => native(statement)
    val e = assertThrows(classOf[ParseException], action, statement)
    assertEquals("PARSE_SYNTAX_ERROR", e.getCondition)
    assertTrue(e.getMessage.contains(s": expected $expected."), e.getMessage)
    val lineStart = statement.lastIndexOf('\n', position - 1) + 1
    assertEquals(Some(statement.take(position).count(_ == '\n') + 1), e.start.line, e.getMessage)
    assertEquals(Some(position - lineStart), e.start.startPosition, e.getMessage)
    assertEquals(Some(statement), e.command)
  }

  @Test
  def mappedTablesBecomeTableProperties(): Unit = assertNative(
    "CREATE TABLE t (k INT, a INT, PRIMARY KEY (k)) MAPPED BY (h, COLS=[a=cf.q])" ->
      s"CREATE TABLE $t (k INT, a INT, PRIMARY KEY (k)) ${mapped("h", cell("a", "cf", "q"))}",
    "CREATE TABLE t (k INT, a INT, b INT, PRIMARY KEY (k)) MAPPED BY (h, COLS=[a=cf1.q11, b=cf2.q21]) IN StringFormat" ->
      (s"CREATE TABLE $t (k INT, a INT, b INT, PRIMARY KEY (k)) " +
        mapped("h", "'hbase.encoding' = 'string'", cell("a", "cf1", "q11"), cell("b", "cf2", "q21"))),
    "CREATE TABLE IF NOT EXISTS ns.t (k INT, PRIMARY KEY (k)) MAPPED BY (h, COLS=[]) IN binaryformat;" ->
      ("CREATE TABLE IF NOT EXISTS `hbase`.`ns`.`t` (k INT, PRIMARY KEY (k)) " +
        s"${mapped("h", "'hbase.encoding' = 'ordered'")};"),
    "CREATE TABLE hbase.ns.t (k bool, b Bool, bool STRING, d DECIMAL(3, 1), PRIMARY KEY (k)) MAPPED BY (h, COLS=[])" ->
      ("CREATE TABLE `hbase`.`ns`.`t` (k BOOLEAN, b BOOLEAN, bool STRING, d DECIMAL(3, 1), PRIMARY KEY (k)) " +
        mapped("h"))
  )

  @Test
  def hbaseNamesAreWrittenInSeveralWays(): Unit =
    Seq(
      "h" -> "h",
      "ns.h" -> "ns:h",
      "ns:h" -> "ns:h",
      "`ns`:`h`" -> "ns:h",
      "`ns:h`" -> "ns:h",
      "`my-table.v1`" -> "my-table.v1",
      "load" -> "load",
      "table.select" -> "table:select"
    ).foreach { case (written, table) =>
      assertNative(
        s"CREATE TABLE t (k INT, PRIMARY KEY (k)) MAPPED BY ($written, COLS=[])" ->
          s"CREATE TABLE $t (k INT, PRIMARY KEY (k)) ${mapped(table)}"
      )
    }

  @Test
  def namesBetweenQuotesHoldAnything(): Unit = assertNative(
    "CREATE TABLE `a``b` (k INT, `x y` INT, PRIMARY KEY (k)) MAPPED BY (h, COLS=[`x y`=`c-f`.`q'\\x00`])" ->
      ("CREATE TABLE `hbase`.`default`.`a``b` (k INT, `x y` INT, PRIMARY KEY (k)) " +
        mapped("h", cell("x y", "c-f", "q\\'\\\\x00"))),
    "CREATE TABLE t (`é` INT, `😀` INT, PRIMARY KEY (`é`)) MAPPED BY (h, COLS=[`😀`=cf.`🙂`])" ->
      s"CREATE TABLE $t (`é` INT, `😀` INT, PRIMARY KEY (`é`)) ${mapped("h", cell("😀", "cf", "🙂"))}"
  )

  @Test
  def stringsAreWrittenAsTheSessionReadsThem(): Unit = {
    val statement = "CREATE TABLE t (k INT, a INT, PRIMARY KEY (k)) MAPPED BY (h, COLS=[a=cf.`q\\x00`])"
    SQLConf.withExistingConf(new SQLConf) {
      SQLConf.get.setConf(SQLConf.ESCAPED_STRING_LITERALS, true)
      assertTrue(native(statement).exists(_.contains("'q\\x00'")))
    }
    SQLConf.withExistingConf(new SQLConf) {
      SQLConf.get.setConf(SQLConf.ANSI_ENABLED, true)
      SQLConf.get.setConf(SQLConf.DOUBLE_QUOTED_IDENTIFIERS, true)
      assertTrue(native(statement.replace('`', '"')).exists(_.contains("'q\\\\x00'")))
    }
  }

  @Test
  def blanksCommentsLinesAndLettersOfAnySizeDoNotMatter(): Unit = assertNative(
    """-- one
      |create /* two */ table
      |  t(k int, a int, -- three
      |    primary key(k))
      |mapped
      |by(h,cols = [ a
      |  = cf . q /* four */ ] )
      |in stringformat ;; -- five
      |""".stripMargin ->
      s"""-- one
         |create /* two */ table
         |  $t(k int, a int, -- three
         |    primary key(k))
         |${mapped("h", "'hbase.encoding' = 'string'", cell("a", "cf", "q"))} ;; -- five
         |""".stripMargin
  )

  @Test
  def columnsAreAddedAndDropped(): Unit = assertNative(
    "ALTER TABLE t ADD c INT MAPPED BY (c = cf.q)" -> s"ALTER TABLE $t ADD COLUMN c INT",
    "alter table ns.t add column `x y` decimal(5, 2) comment 'it''s' mapped by (`x y` = cf.q);" ->
      "alter table `hbase`.`ns`.`t` add column `x y` decimal(5, 2) comment 'it''s';",
    "ALTER TABLE t ADD mapped BOOL MAPPED BY (MAPPED = cf.q)" -> s"ALTER TABLE $t ADD COLUMN mapped BOOLEAN",
    "ALTER TABLE t DROP c" -> s"ALTER TABLE $t DROP COLUMN c",
    "ALTER TABLE hbase.ns.t DROP `x y` ;" -> "ALTER TABLE `hbase`.`ns`.`t` DROP COLUMN `x y` ;",
    "ALTER TABLE t DROP load" -> s"ALTER TABLE $t DROP COLUMN load"
  )

  @Test
  def filesAreLoadedByAProcedure(): Unit = {
    def call(table: String, arguments: String): String =
      s"CALL `hbase`.system.bulk_load(table => '$table', $arguments)"
    assertNative(
      "LOAD DATA INPATH '/a/b.csv' INTO TABLE t" -> call("default.t", "path => '/a/b.csv', parallel => false"),
      "LOAD DATA PARALLEL INPATH '/a' INTO TABLE ns.t FIELDS TERMINATED BY '|';" ->
        (call("ns.t", "path => '/a', delimiter => '|', parallel => true") + ";"),
      "load data\ninpath \"/it's\" into table hbase.ns.`a b`\nfields terminated by '\\t'" ->
        call("ns.`a b`", "path => \"/it's\", delimiter => '\\t', parallel => false"),
      "LOAD DATA INPATH :path INTO TABLE t FIELDS TERMINATED BY ?" ->
        call("default.t", "path => :path, delimiter => ?, parallel => false")
    )
  }

  @Test
  def statementsOfSparkAreLeftAlone(): Unit =
    Seq(
      "",
      ";",
      "-- nothing",
      "SELECT mapped, load, add, key, cols, parallel, format FROM t",
      "SELECT 1 AS mapped",
      "CREATE TABLE mapped (by INT, cols INT) USING hbase",
      "CREATE TABLE t (mapped INT, by INT, PRIMARY KEY (mapped)) USING hbase",
      "CREATE TABLE t AS SELECT a mapped FROM b",
      "CREATE TABLE t USING hbase OPTIONS ('a' = 'b') AS SELECT 1 AS mapped",
      "CREATE TABLE t",
      "CREATE TABLE",
      "CREATE TABLE IDENTIFIER('t') (a INT) MAPPED BY (h, COLS=[])",
      "CREATE VIEW mapped AS SELECT 1",
      "ALTER TABLE t ADD COLUMN mapped INT",
      "ALTER TABLE t ADD COLUMNS (mapped INT, by INT)",
      "ALTER TABLE t DROP COLUMN c",
      "ALTER TABLE t DROP COLUMN",
      "ALTER TABLE t DROP COLUMNS (a, b)",
      "ALTER TABLE t DROP IF EXISTS PARTITION (a = 1)",
      "ALTER TABLE t DROP CONSTRAINT load",
      "ALTER TABLE t DROP a, b",
      "ALTER TABLE spark_catalog.default.t DROP c",
      "ALTER TABLE t RENAME COLUMN load TO mapped",
      "ALTER TABLE t SET TBLPROPERTIES ('mapped' = 'by')",
      "ALTER TABLE t",
      "ALTER TABLE t ADD",
      "LOAD DATA INPATH 'p' INTO TABLE spark_catalog.default.t",
      "LOAD DATA LOCAL INPATH 'p' OVERWRITE INTO TABLE spark_catalog.default.t PARTITION (a = 1)",
      "LOAD DATA INPATH 'p'",
      "INSERT INTO TABLE t VALUES (1)",
      "DROP TABLE IF EXISTS t",
      "SHOW TABLES",
      "DESCRIBE t",
      "EXPLAIN SELECT mapped FROM t",
      "EXPLAIN CREATE TABLE t (a INT) USING hbase",
      "BEGIN SELECT 1; CREATE TABLE t (a INT) USING hbase; END"
    ).foreach(statement => assertEquals(None, native(statement), statement))

  @Test
  def whatIsWrongIsSaidWhereItStands(): Unit = {
    val create = "CREATE TABLE t (k INT, a INT, PRIMARY KEY (k)) MAPPED"
    assertSyntax(s"$create ^(h, COLS=[a=cf.q])", "'BY'")
    assertSyntax(s"$create BY ^h", "'('")
    assertSyntax(s"$create BY (^, COLS=[])", "the name of an HBase table (between backquotes if it is not a word)")
    assertSyntax(s"$create BY (my^-table, COLS=[])", "',' and COLS=[...]")
    assertSyntax(s"$create BY (h^)", "',' and COLS=[...]")
    assertSyntax(s"$create BY (h, ^COL=[a=cf.q])", "'COLS'")
    assertSyntax(s"$create BY (h, COLS ^[a=cf.q])", "'='")
    assertSyntax(s"$create BY (h,\n  COLS=^(a=cf.q))", "'['")
    assertSyntax(s"$create BY (h,\n  COLS=[a ^cf.q])", "'=' and the column family")
    assertSyntax(s"$create BY (h, COLS=[a=cf^])", "'.' and the qualifier")
    assertSyntax(s"$create BY (h, COLS=[a=cf.^])", "a qualifier (between backquotes if it is not a word)")
    assertSyntax(s"$create BY (h, COLS=[a=cf.q ^b=cf.r])", "']' or ',' and the next column")
    assertSyntax(s"$create BY (h, COLS=[a=cf.q,^])", "a column (between backquotes if it is not a word)")
    assertSyntax(s"$create BY (h, COLS=[a=cf.q]^", "')'")
    assertSyntax(s"$create BY (h, COLS=[a=cf.q]) IN ^TextFormat", "StringFormat or BinaryFormat")
    assertSyntax(s"$create BY (h, COLS=[a=cf.q]) ^COMMENT 'x'", "'IN' and StringFormat, or the end of the statement")
    assertSyntax(s"$create BY (h, COLS=[a=cf.q]) IN StringFormat ^AS SELECT 1", "the end of the statement")
    assertSyntax("ALTER TABLE t ADD c INT MAPPED BY (^d = cf.q)", "'c', the column that the statement adds")
    assertSyntax("ALTER TABLE t ADD c INT MAPPED BY (c = cf.q, ^d = cf.r)", "'c', the column that the statement adds")
    assertSyntax("ALTER TABLE t ADD c INT MAPPED BY (c = cf.q^", "')'")
    assertSyntax("EXPLAIN\n ALTER TABLE t ADD c INT MAPPED BY (^d = cf.q)", "'c', the column that the statement adds")
    assertSyntax("BEGIN SELECT 1;\n LOAD DATA INPATH ^p INTO TABLE t; END", "the path of the files between quotes")
    assertSyntax("ALTER TABLE t ADD c INT MAPPED BY (c = cf.q) ^FIRST", "the end of the statement")
    assertSyntax("LOAD DATA ^LOCAL INPATH 'p' INTO TABLE t", "'INPATH' or 'PARALLEL'")
    assertSyntax("LOAD DATA INPATH ^p INTO TABLE t", "the path of the files between quotes")
    assertSyntax("LOAD DATA INPATH 'p' ^OVERWRITE INTO TABLE t", "'INTO'")
    assertSyntax("LOAD DATA INPATH 'p' INTO TABLE t FIELDS ^DELIMITED BY ','", "'TERMINATED'")
    assertSyntax(
      "LOAD DATA INPATH 'p' INTO TABLE t ^PARTITION (a = 1)",
      "'FIELDS TERMINATED BY', or the end of the statement"
    )
  }

  @Test
  def aColumnHasOneCellAndATableACatalogOfHBase(): Unit = {
    def assertRefused(condition: String, statement: String): Unit = {
      val action: Executable = () => native(statement)
      val e = assertThrows(classOf[AnalysisException], action, statement)
      assertEquals(s"SPARKSQL_HBASE.$condition", e.getCondition)
    }
    val columns = "(k INT, a INT, PRIMARY KEY (k))"
    assertRefused("COLUMN_MAPPED_TWICE", s"CREATE TABLE t $columns MAPPED BY (h, COLS=[a=cf.q, A=cf.r])")
    assertRefused("NOT_AN_HBASE_CATALOG", s"CREATE TABLE spark_catalog.default.t $columns MAPPED BY (h, COLS=[a=cf.q])")
    assertRefused("NOT_AN_HBASE_CATALOG", "ALTER TABLE spark_catalog.d.t ADD c INT MAPPED BY (c = cf.q)")
  }
}
