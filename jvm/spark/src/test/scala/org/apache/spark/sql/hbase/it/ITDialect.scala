package org.apache.spark.sql.hbase.it

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.{NamespaceDescriptor, TableName}
import org.apache.hadoop.hbase.client._
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.sql.Row
import org.apache.spark.sql.hbase.cluster.HBaseCluster

/** The statements of the proposal "Spark SQL on HBase", as it writes them; what they refuse is in tests/statements. */
class ITDialect extends ClusterWithJar {
  private val people = "dialect_people"
  private val texts = "dialect_texts"
  private val columns = "(id INT, name STRING, age SHORT, PRIMARY KEY (id))"
  private val cells = "COLS=[name=who.n, age=facts.a]"

  /** HBase tables of another program: the proposal maps them and creates none. */
  @BeforeAll
  def createTables(): Unit = admin { admin =>
    admin.createNamespace(NamespaceDescriptor.create("dialect_ns").build())
    createTable(admin, people, "who", "facts")
    createTable(admin, texts, "who", "facts")
    createTable(admin, "dialect_ns:people", "who", "facts")
  }

  private def admin[T](action: Admin => T): T =
    connected(connection => Using.resource(connection.getAdmin)(action))

  private def connected[T](action: Connection => T): T =
    HBaseCluster.use(HBaseCluster.settings(Map("quorum" -> hbase.quorum)))(shared => action(shared.connection))

  private def createTable(admin: Admin, name: String, families: String*): Unit =
    admin.createTable(
      TableDescriptorBuilder
        .newBuilder(TableName.valueOf(name))
        .setColumnFamilies(families.map(ColumnFamilyDescriptorBuilder.of).asJava)
        .build()
    )

  private def cellsOf(table: String, row: Array[Byte]): Map[String, String] =
    connected { connection =>
      val found = Using.resource(connection.getTable(TableName.valueOf(table)))(_.get(new Get(row)))
      found.rawCells.map { cell =>
        val name = Bytes.toString(cell.getFamilyArray, cell.getFamilyOffset, cell.getFamilyLength) + ":" +
          Bytes.toString(cell.getQualifierArray, cell.getQualifierOffset, cell.getQualifierLength)
        name -> Bytes.toStringBinary(cell.getValueArray, cell.getValueOffset, cell.getValueLength)
      }.toMap
    }

  /** With a catalog and namespace in use; afterwards Spark's own is again. */
  private def using[T](namespace: String)(action: => T): T = {
    fixture.sql(s"USE $namespace")
    try action
    finally fixture.sql("USE spark_catalog.default")
  }

  private def withTable[T](name: String)(action: => T): T =
    try action
    finally fixture.sql(s"DROP TABLE IF EXISTS $name")

  @Test
  def aTableOfTextIsMappedWrittenAndRead(): Unit = using("hbase") {
    withTable("text_people") {
      fixture.sql(s"CREATE TABLE text_people $columns MAPPED BY ($texts, $cells) IN StringFormat")
      fixture.sql("INSERT INTO TABLE text_people VALUES (7, 'Ada', 36)")
      fixture.sql("INSERT INTO TABLE text_people SELECT 8, 'Bob', NULL")
      assertEquals(
        Map("who:n" -> "Ada", "facts:a" -> "36"),
        cellsOf(texts, Bytes.toBytes("7"))
      )
      fixture.assertRows(Seq(Row(7, "Ada", 36: Short), Row(8, "Bob", null)), "SELECT * FROM text_people ORDER BY id")
      assertTrue(fixture.sql("SHOW TABLES").exists(_.getString(1) == "text_people"))
      assertEquals(
        Seq("id" -> "int", "name" -> "string", "age" -> "smallint"),
        fixture.sql("DESCRIBE text_people").take(3).map(r => r.getString(0) -> r.getString(1))
      )
      fixture.sql("DROP TABLE text_people")
      fixture.assertFails("TABLE_OR_VIEW_NOT_FOUND", "SELECT * FROM text_people")
      fixture.assertFails("TABLE_OR_VIEW_NOT_FOUND", "DROP TABLE text_people")
      fixture.sql("DROP TABLE IF EXISTS text_people")
      // The HBase table is another program's.
      assertEquals("36", cellsOf(texts, Bytes.toBytes("7"))("facts:a"))
    }
  }

  @Test
  def valuesAreBinaryWithoutAFormat(): Unit = using("hbase.dialect_ns") {
    withTable("binary_people") {
      fixture.sql(s"CREATE TABLE binary_people $columns MAPPED BY (dialect_ns.people, $cells)")
      fixture.sql("INSERT INTO binary_people VALUES (1, 'Ada', 36)")
      assertEquals("\\x80$", cellsOf("dialect_ns:people", Bytes.fromHex("80000001"))("facts:a"))
      fixture.sql(s"CREATE TABLE IF NOT EXISTS binary_people $columns MAPPED BY (`dialect_ns:people`, $cells)")
      fixture.assertFails(
        "TABLE_OR_VIEW_ALREADY_EXISTS",
        s"CREATE TABLE binary_people $columns MAPPED BY (dialect_ns:people, $cells)"
      )
      // Another SQL table sees the same rows otherwise.
      withTable("keys_only") {
        fixture.sql("CREATE TABLE keys_only (id INT, PRIMARY KEY (id)) MAPPED BY (dialect_ns:people, COLS=[])")
        fixture.assertRows(Seq(Row(1)), "SELECT * FROM keys_only")
      }
    }
  }

  @Test
  def aMappedNameGoesToHBaseWhateverCatalogIsInUse(): Unit = {
    withTable("hbase.default.from_afar") {
      fixture.sql(s"CREATE TABLE from_afar $columns MAPPED BY ($people, $cells)")
      fixture.assertRows(Seq.empty, "SELECT * FROM hbase.default.from_afar WHERE id > 1000")
      // Statements that Spark has too mean what they mean to Spark.
      fixture.assertFails("TABLE_OR_VIEW_NOT_FOUND", "SELECT * FROM from_afar")
      fixture.assertFails("PARSE_SYNTAX_ERROR", "ALTER TABLE from_afar DROP age")
    }
    withTable("hbase.dialect_ns.from_afar") {
      fixture.sql(s"CREATE TABLE dialect_ns.from_afar $columns MAPPED BY ($people, $cells)")
      assertTrue(fixture.sql("SHOW TABLES IN hbase.dialect_ns").exists(_.getString(1) == "from_afar"))
    }
    fixture.withSettings(
      "spark.sql.catalog.other" -> "org.apache.spark.sql.hbase.HBaseCatalog",
      "spark.sql.catalog.other.quorum" -> hbase.quorum
    ) {
      using("other.dialect_ns") {
        withTable("in_use") {
          fixture.sql(s"CREATE TABLE in_use $columns MAPPED BY ($people, $cells)")
          fixture.assertRows(Seq.empty, "SELECT * FROM other.dialect_ns.in_use WHERE id > 1000")
        }
      }
    }
    fixture.assertFails(
      "SPARKSQL_HBASE.NOT_AN_HBASE_CATALOG",
      s"CREATE TABLE spark_catalog.default.t $columns MAPPED BY ($people, $cells)"
    )
    fixture.assertFails("SCHEMA_NOT_FOUND", s"CREATE TABLE hbase.nowhere.t $columns MAPPED BY ($people, $cells)")
  }

  @Test
  def thePropertyIsCheckedAsTheClauseIs(): Unit = using("hbase") {
    val native = s"CREATE TABLE refused $columns USING hbase TBLPROPERTIES ('hbase.mapped' = "
    fixture.assertFails("SPARKSQL_HBASE.MAPPED_TABLE_MISSING", s"$native 'true')")
    fixture.assertFails("SPARKSQL_HBASE.COLUMN_NOT_MAPPED", s"$native 'TRUE', 'hbase.table' = '$people')")
    fixture.assertFails("SPARKSQL_HBASE.INVALID_PROPERTY", s"$native 'yes')")
    assertTrue(!fixture.sql("SHOW TABLES").exists(_.getString(1) == "refused"))
  }

  @Test
  def parametersReachStatementsOfBothGrammars(): Unit = using("hbase") {
    withTable("with_parameters") {
      fixture.sql(s"CREATE TABLE with_parameters $columns MAPPED BY ($people, $cells)")
      fixture.spark.sql("INSERT INTO with_parameters VALUES (:id, :name, 1)", Map("id" -> 901, "name" -> "Eve"))
      val query = fixture.spark.sql("SELECT name FROM with_parameters WHERE id = ?", Array(901))
      assertEquals(Seq(Row("Eve")), query.collect().toSeq)
      val mapped = fixture.spark.sql(
        s"CREATE TABLE IF NOT EXISTS with_parameters $columns MAPPED BY ($people, $cells)",
        Map("unused" -> 1)
      )
      assertEquals(Seq.empty, mapped.collect().toSeq)
    }
  }

  @Test
  def theExamplesOfTheDocumentationRun(): Unit = {
    admin(createTable(_, "shop_orders", "c", "o"))
    val statements = SqlPage.statements("The proposal's dialect").map(_.sql)
    val answers =
      try statements.map(statement => statement -> fixture.sql(statement))
      finally fixture.sql("USE spark_catalog.default")
    val sums = answers.collectFirst { case (statement, rows) if statement.contains("sum(total)") => rows.toSet }
    assertEquals(Some(Set(Row("Ada", 9.5), Row("Bob", null), Row("Eve", 10.5))), sums)
  }

  @Test
  def mappedColumnsAreAddedAndDropped(): Unit = using("hbase") {
    withTable("altered") {
      fixture.sql(
        s"CREATE TABLE altered (id INT, name STRING, PRIMARY KEY (id)) MAPPED BY ($texts, COLS=[name=who.n]) IN StringFormat"
      )
      fixture.sql("INSERT INTO altered VALUES (600, 'Ada')")
      fixture.sql("ALTER TABLE altered ADD size LONG MAPPED BY (size = facts.s)")
      fixture.assertRows(Seq(Row("Ada", null)), "SELECT name, size FROM altered WHERE id = 600")
      fixture.sql("INSERT INTO altered VALUES (600, 'Ada', 170)")
      assertEquals("170", cellsOf(texts, Bytes.toBytes("600"))("facts:s"))
      fixture.assertRows(Seq(Row(170L)), "SELECT size FROM altered WHERE id = 600")
      fixture.sql("ALTER TABLE altered DROP size")
      fixture.assertRows(Seq(Row(600, "Ada")), "SELECT * FROM altered WHERE id = 600")
      // The cell stays, and can be mapped again.
      fixture.sql(
        "ALTER TABLE altered ADD COLUMN centimetres INT COMMENT 'of body height' MAPPED BY (centimetres = facts.s);"
      )
      fixture.assertRows(Seq(Row(170)), "SELECT centimetres FROM altered WHERE id = 600")
      assertTrue(fixture.sql("DESCRIBE altered").exists(_.toSeq.contains("of body height")))
    }
  }
}
