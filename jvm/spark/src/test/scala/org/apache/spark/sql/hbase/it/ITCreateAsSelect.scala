package org.apache.spark.sql.hbase.it

import java.nio.file.Files
import java.util.Properties
import java.util.concurrent.atomic.AtomicBoolean

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{ColumnFamilyDescriptorBuilder, TableDescriptorBuilder}
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.Row
import org.apache.spark.sql.connector.catalog.{Column, Identifier, StagingTableCatalog, TableCatalog, TableInfo}
import org.apache.spark.sql.hbase.catalog.store.{MetadataStore, TableCreator}
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.shim.DeclaringShim
import org.apache.spark.sql.types.{IntegerType, LongType}

/** Tables that statements make with their rows, and from one another. */
class ITCreateAsSelect extends ClusterWithJar {
  private def withAdmin[T](action: org.apache.hadoop.hbase.client.Admin => T): T =
    HBaseCluster.use(HBaseCluster.ofCatalog("hbase"))(shared => Using.resource(shared.connection.getAdmin)(action))

  private def hbaseTables(pattern: String): Seq[String] =
    withAdmin(_.listTableNames(java.util.regex.Pattern.compile(pattern)).map(_.getNameAsString).toSeq.sorted)

  private def hbaseTableOf(table: String): String =
    fixture.sql(s"SHOW TBLPROPERTIES $table ('hbase.table')").head.getString(1)

  private def catalog: StagingTableCatalog =
    fixture.spark
      .asInstanceOf[org.apache.spark.sql.classic.SparkSession]
      .sessionState
      .catalogManager
      .catalog("hbase")
      .asInstanceOf[StagingTableCatalog]

  private def createHBaseTable(name: String): Unit = withAdmin(
    _.createTable(
      TableDescriptorBuilder
        .newBuilder(TableName.valueOf(name))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("d"))
        .build()
    )
  )

  @Test
  def aTableIsMadeWithTheRowsOfAQuery(): Unit = {
    val table = "hbase.default.ctas"
    fixture.assertFails("SPARKSQL_HBASE.NO_PRIMARY_KEY", s"CREATE TABLE $table USING hbase AS SELECT 1 AS a")
    fixture.sql(
      s"CREATE TABLE $table USING hbase CLUSTERED BY (b) INTO 4 BUCKETS TBLPROPERTIES ('hbase.key' = 'b, a', 'team' = 'x') " +
        "AS SELECT CAST(id AS INT) AS a, concat('b', id % 3) AS b, id * 2 AS v FROM range(100)"
    )
    fixture.assertRows(Seq(Row(100L, 9900L)), s"SELECT count(*), sum(v) FROM $table")
    fixture.assertRows(Seq(Row(14L)), s"SELECT v FROM $table WHERE b = 'b1' AND a = 7")
    assertFalse(fixture.spark.table(table).schema("a").nullable)
    fixture.sql(s"CREATE TABLE IF NOT EXISTS $table USING hbase AS SELECT 1 AS other")
    fixture.assertFails("TABLE_OR_VIEW_ALREADY_EXISTS", s"CREATE TABLE $table USING hbase AS SELECT 1 AS other")
    fixture.sql(s"DROP TABLE $table PURGE")
    fixture.spark.range(5).selectExpr("id AS k").writeTo(table).using("hbase").tableProperty("hbase.key", "k").create()
    fixture.assertRows(Seq(Row(5L)), s"SELECT count(k) FROM $table")
    fixture.sql(s"DROP TABLE $table PURGE")
  }

  @Test
  def nothingIsSeenBeforeTheEndAndNothingIsLeftOfAFailure(): Unit = {
    val table = "hbase.default.ctas_failed"
    ITCreateAsSelect.isThere = () => catalog.tableExists(Identifier.of(Array("default"), "ctas_failed"))
    fixture.spark.udf.register("look", ITCreateAsSelect.look)
    val create =
      s"CREATE TABLE $table USING hbase TBLPROPERTIES ('hbase.key' = 'k') AS SELECT look(id) AS k FROM range(50)"
    fixture.assertFails("USER_RAISED_EXCEPTION", s"$create WHERE IF(id = 40, raise_error('stop'), true)")
    assertFalse(ITCreateAsSelect.seen.get)
    assertEquals(Nil, hbaseTables("ctas_failed.*"))
    fixture.assertFails("TABLE_OR_VIEW_NOT_FOUND", s"SELECT * FROM $table")
    // A NULL in the key is found while rows are written.
    fixture.assertFails("NOT_NULL_ASSERT_VIOLATION", create.replace("look(id)", "nullif(id, 3)"))
    assertEquals(Nil, hbaseTables("ctas_failed.*"))
    fixture.sql(create)
    assertFalse(ITCreateAsSelect.seen.get)
    fixture.assertRows(Seq(Row(50L)), s"SELECT count(*) FROM $table")
    fixture.sql(s"DROP TABLE $table PURGE")
  }

  @Test
  def anHBaseTableThatWasThereStaysWithTheRowsOfAFailure(): Unit = {
    createHBaseTable("ctas_adopted")
    val create =
      "CREATE TABLE hbase.default.ctas_adopted USING hbase TBLPROPERTIES ('hbase.key' = 'k') AS SELECT id AS k, id AS v FROM range(10)"
    fixture.assertFails("USER_RAISED_EXCEPTION", s"$create WHERE IF(id = 9, raise_error('stop'), true)")
    assertEquals(Seq("ctas_adopted"), hbaseTables("ctas_adopted.*"))
    fixture.sql(create)
    fixture.assertRows(Seq(Row(10L)), "SELECT count(v) FROM hbase.default.ctas_adopted")
    fixture.assertFails(
      "SPARKSQL_HBASE.REPLACE_INTO_EXISTING_TABLE",
      "CREATE OR REPLACE TABLE hbase.default.ctas_again USING hbase TBLPROPERTIES ('hbase.key' = 'k', 'hbase.table' = 'ctas_adopted') " +
        "AS SELECT id AS k FROM range(2)"
    )
    fixture.assertRows(Seq(Row(10L)), "SELECT count(v) FROM hbase.default.ctas_adopted")
    fixture.sql("DROP TABLE hbase.default.ctas_adopted PURGE")
  }

  @Test
  def aTableThatIsStillWrittenIsNotTaken(): Unit = {
    val ident = Identifier.of(Array("default"), "ctas_staged")
    val properties = java.util.Map.of("hbase.key", "k", TableCatalog.PROP_PROVIDER, "hbase")
    val info = new TableInfo.Builder()
      .withColumns(Array(Column.create("k", IntegerType)))
      .withProperties(properties)
      .build()
    val staged = catalog.stageCreate(ident, info)
    val create = "CREATE TABLE hbase.default.ctas_staged (k INT, PRIMARY KEY (k)) USING hbase"
    fixture.assertFails("SPARKSQL_HBASE.TABLE_BEING_CREATED", create)
    staged.abortStagedChanges()
    fixture.sql(create)
    // Another session's table of the same name is not lost by a commit that comes late.
    val late = catalog.stageReplace(ident, info)
    fixture.sql("ALTER TABLE hbase.default.ctas_staged ADD COLUMN v INT")
    val e = org.junit.jupiter.api.Assertions.assertThrows(
      classOf[org.apache.spark.sql.AnalysisException],
      () => late.commitStagedChanges()
    )
    assertEquals("SPARKSQL_HBASE.ALTER_CONFLICT", e.getCondition)
    assertEquals(Seq("k", "v"), fixture.spark.table("hbase.default.ctas_staged").columns.toSeq)
    assertEquals(Seq("ctas_staged"), hbaseTables("ctas_staged.*"))
    fixture.sql("DROP TABLE hbase.default.ctas_staged PURGE")
  }

  /** Tests a driver that dies: its next steps are not done. */
  @Test
  def aDriverThatDiesAtAnyStepLosesNothingAndLeavesNothingForLong(): Unit = {
    val table = "hbase.default.killed"
    val ident = Identifier.of(Array("default"), "killed")
    val info = new TableInfo.Builder()
      .withColumns(Array(Column.create("k", LongType)))
      .withProperties(java.util.Map.of("hbase.key", "k", TableCatalog.PROP_PROVIDER, "hbase"))
      .build()
    def create(rows: Int, more: String = "") =
      s"CREATE $more TABLE $table USING hbase TBLPROPERTIES ('hbase.key' = 'k') AS SELECT id AS k FROM range($rows)"
    val dropStaged = "CALL hbase.system.drop_staged(table => 'default.killed')"
    // A new table is made, and not yet written.
    catalog.stageCreate(ident, info)
    fixture.assertFails("TABLE_OR_VIEW_NOT_FOUND", s"SELECT * FROM $table")
    val message = fixture.assertFails("SPARKSQL_HBASE.TABLE_BEING_CREATED", create(3))
    assertTrue(message.contains("drop_staged"), message)
    fixture.assertRows(Seq(Row("killed")), dropStaged)
    assertEquals(Nil, hbaseTables("killed.*"))
    fixture.assertRows(Seq(Row("")), dropStaged)
    fixture.sql(create(3))
    // Twice while the table is replaced: its rows stay, and the next statement runs.
    Seq(1, 2).foreach(_ => catalog.stageReplace(ident, info))
    assertEquals(3, hbaseTables("killed.*").size)
    fixture.assertRows(Seq(Row(3L)), s"SELECT count(*) FROM $table")
    fixture.sql(create(5, "OR REPLACE"))
    assertEquals(2, fixture.sql(dropStaged).head.getString(0).split(",").length)
    fixture.assertRows(Seq(Row(5L)), s"SELECT count(*) FROM $table")
    assertEquals(Seq(hbaseTableOf(table)), hbaseTables("killed.*"))
    // The new table is seen, and the HBase table of the old one is not yet dropped.
    def publishOnly(): Unit = {
      HBaseCluster.use(HBaseCluster.ofCatalog("hbase")) { shared =>
        val before = new MetadataStore(shared.connection).load("default", "killed")
        val staged =
          new TableCreator(shared.connection, None).stage("default", "killed", DeclaringShim.declared(info), before)
        assertTrue(staged.publish(shared.connection))
      }
      fixture.assertRows(Seq(Row(0L)), s"SELECT count(*) FROM $table")
      assertEquals(2, hbaseTables("killed.*").size)
    }
    publishOnly()
    fixture.sql(create(7, "OR REPLACE"))
    fixture.assertRows(Seq(Row(7L)), s"SELECT count(*) FROM $table")
    assertEquals(Seq(hbaseTableOf(table)), hbaseTables("killed.*"))
    publishOnly()
    val shown = hbaseTableOf(table)
    fixture.sql(s"DROP TABLE $table")
    assertEquals(Seq(shown), hbaseTables("killed.*"))
    fixture.sql(s"CREATE TABLE $table (k BIGINT, PRIMARY KEY (k)) USING hbase TBLPROPERTIES ('hbase.table' = '$shown')")
    publishOnly()
    fixture.sql(s"DROP TABLE $table PURGE")
    assertEquals(Nil, hbaseTables("killed.*"))
  }

  @Test
  def aTableIsReplacedAtOnceOrNotAtAll(): Unit = {
    val table = "hbase.default.rtas"
    def replace(rows: String) =
      s"CREATE OR REPLACE TABLE $table USING hbase TBLPROPERTIES ('hbase.key' = 'k') AS SELECT id AS k, $rows"
    fixture.assertFails("TABLE_OR_VIEW_NOT_FOUND", s"REPLACE TABLE $table USING hbase AS SELECT 1 AS k")
    fixture.sql(replace("1 AS v FROM range(10)"))
    assertEquals("rtas", hbaseTableOf(table))
    fixture.assertFails("USER_RAISED_EXCEPTION", replace("IF(id = 3, raise_error('stop'), 2) AS w FROM range(10)"))
    fixture.assertRows(Seq(Row(10L, 10L)), s"SELECT count(*), sum(v) FROM $table")
    assertEquals(Seq("rtas"), hbaseTables("rtas.*"))
    // It may read what it replaces.
    fixture.sql(replace(s"concat('was ', v) AS w FROM (SELECT k AS id, v FROM $table WHERE k < 3)"))
    fixture.assertRows((0L to 2L).map(Row(_, "was 1")), s"SELECT * FROM $table ORDER BY k")
    assertEquals(Seq(hbaseTableOf(table)), hbaseTables("rtas.*"))
    fixture.sql(s"REPLACE TABLE $table (a STRING, b INT, PRIMARY KEY (a)) USING hbase")
    fixture.assertRows(Nil, s"SELECT a, b FROM $table")
    fixture.sql(s"INSERT INTO $table VALUES ('x', 1)")
    fixture.assertRows(Seq(Row("x", 1)), s"SELECT * FROM $table")
    // An HBase table that another SQL table shows stays.
    fixture.sql(
      s"CREATE TABLE hbase.default.seen_rtas (a STRING, b INT, PRIMARY KEY (a)) USING hbase TBLPROPERTIES ('hbase.table' = '${hbaseTableOf(table)}')"
    )
    fixture.sql(replace("0 AS v FROM range(1)"))
    fixture.assertRows(Seq(Row("x", 1)), "SELECT * FROM hbase.default.seen_rtas")
    fixture.sql(s"DROP TABLE $table PURGE")
    // It is no owner of an HBase table that was there before, until somebody says so.
    fixture.assertFails("SPARKSQL_HBASE.NOT_OWNED", "DROP TABLE hbase.default.seen_rtas PURGE")
    fixture.sql("CALL hbase.system.claim_table(table => 'default.seen_rtas', hbase_table => 'rtas')")
    fixture.sql("DROP TABLE hbase.default.seen_rtas PURGE")
    assertEquals(Nil, hbaseTables("rtas.*"))
  }

  private val Everything =
    """(day DATE COMMENT 'of the visit', shop VARCHAR(8), n INT, s STRING DEFAULT 'none', l ARRAY<INT>, x DOUBLE, PRIMARY KEY (day, shop))
      |USING hbase CLUSTERED BY (shop) INTO 3 BUCKETS COMMENT 'it''s all'
      |TBLPROPERTIES ('hbase.layout' = 'columns', 'hbase.encoding' = 'hbase', 'hbase.column.day.order' = 'desc', 'hbase.column.s.family' = 'g',
      |'hbase.column.s.qualifier' = 'q2', 'hbase.column.s.encoding' = 'string', 'hbase.column.day.encoding' = 'ordered',
      |'hbase.column.shop.encoding' = 'ordered', 'hbase.compression' = 'gz', 'hbase.ttl' = '864000', 'hbase.versions' = '4', 'hbase.bloom' = 'rowcol',
      |'team' = 'a')""".stripMargin

  private def shown(table: String): String = fixture.sql(s"SHOW CREATE TABLE $table").head.getString(0)

  @Test
  def whatShowCreateTablePrintsMakesTheSameTable(): Unit = {
    val table = "hbase.default.shown"
    Seq(
      Everything,
      "(k INT, v STRING, w DECIMAL(9,2), PRIMARY KEY (k)) USING hbase TBLPROPERTIES ('hbase.column.w.family' = 'g')",
      "(k BINARY, PRIMARY KEY (k)) USING hbase TBLPROPERTIES ('hbase.key.hash.bytes' = '2')"
    ).foreach { definition =>
      fixture.sql(s"CREATE TABLE $table $definition")
      val statement = shown(table)
      val descriptor = withAdmin(_.getDescriptor(TableName.valueOf("shown")))
      // Over the HBase table that is there, and with a new one.
      Seq("", " PURGE").foreach { purge =>
        fixture.sql(s"DROP TABLE $table$purge")
        fixture.sql(statement)
        assertEquals(statement, shown(table))
        assertEquals(descriptor, withAdmin(_.getDescriptor(TableName.valueOf("shown"))))
      }
      fixture.sql(s"DROP TABLE $table PURGE")
    }
  }

  @Test
  def soDoesWhatItPrintsOfATableThatWasAltered(): Unit = Seq("packed", "columns").foreach { layout =>
    val table = "hbase.default.shown_altered"
    fixture.sql(
      s"CREATE TABLE $table (k INT, a STRING, b INT, c DATE, PRIMARY KEY (k)) USING hbase TBLPROPERTIES ('hbase.layout' = '$layout')"
    )
    fixture.sql(s"INSERT INTO $table VALUES (1, 'a', 2, DATE'2024-01-01')")
    Seq("DROP COLUMN a", "ADD COLUMN d BIGINT FIRST", "RENAME COLUMN c TO e", "ALTER COLUMN e AFTER k").foreach {
      change =>
        fixture.sql(s"ALTER TABLE $table $change")
    }
    val statement = shown(table)
    fixture.sql(s"DROP TABLE $table")
    fixture.sql(statement)
    assertEquals(statement, shown(table))
    fixture.sql(s"ALTER TABLE $table ADD COLUMN a STRING")
    val date = java.sql.Date.valueOf("2024-01-01")
    fixture.assertRows(Seq(Row(null, 1, date, 2, null)), s"SELECT * FROM $table")
    fixture.sql(s"DROP TABLE $table PURGE")
  }

  @Test
  def aTableIsMadeLikeAnother(): Unit = {
    fixture.sql(s"CREATE TABLE hbase.default.model $Everything")
    fixture.sql("CREATE TABLE hbase.default.alike LIKE hbase.default.model TBLPROPERTIES ('hbase.versions' = '1')")
    def comparable(table: String) =
      shown(table).linesIterator
        .filterNot(l => l.contains("hbase.mapping") || l.contains("hbase.versions") || l.contains("team"))
        .mkString("\n")
        .replace("alike", "model")
    assertEquals(comparable("hbase.default.model"), comparable("hbase.default.alike"))
    fixture.sql("INSERT INTO hbase.default.alike (day, shop, n) VALUES (DATE'2024-01-01', 'a', 1)")
    fixture.assertRows(Seq(Row("none")), "SELECT s FROM hbase.default.alike WHERE shop = 'a'")
    fixture.assertRows(Nil, "SELECT * FROM hbase.default.model")
    fixture.sql("CREATE TABLE IF NOT EXISTS hbase.default.alike LIKE hbase.default.model")
    fixture.sql("DROP TABLE hbase.default.alike PURGE")
    fixture.sql("DROP TABLE hbase.default.model PURGE")
    fixture.spark.range(1).selectExpr("id", "'v' AS v").write.mode("overwrite").saveAsTable("like_source")
    fixture.sql("CREATE TABLE hbase.default.alike LIKE like_source USING hbase TBLPROPERTIES ('hbase.key' = 'id')")
    fixture.sql("INSERT INTO hbase.default.alike SELECT * FROM like_source")
    fixture.assertRows(Seq(Row(0L, "v")), "SELECT * FROM hbase.default.alike")
    fixture.sql("DROP TABLE hbase.default.alike PURGE")
    fixture.sql("DROP TABLE like_source")
  }

  @Test
  def defaultsAreForRowsThatLeaveAColumnOut(): Unit = {
    val table = "hbase.default.defaults"
    fixture.sql(s"CREATE TABLE $table (k INT, v INT DEFAULT 6 * 7, s STRING, PRIMARY KEY (k)) USING hbase")
    fixture.sql(s"INSERT INTO $table (k) VALUES (1)")
    fixture.sql(s"INSERT INTO $table VALUES (2, DEFAULT, DEFAULT), (3, NULL, 'x')")
    fixture.sql(s"ALTER TABLE $table ALTER COLUMN s SET DEFAULT 'later'")
    fixture.sql(s"ALTER TABLE $table ALTER COLUMN v DROP DEFAULT")
    fixture.sql(s"INSERT INTO $table (k) VALUES (4)")
    fixture.assertRows(
      Seq(Row(1, 42, null), Row(2, 42, null), Row(3, null, "x"), Row(4, null, "later")),
      s"SELECT * FROM $table ORDER BY k"
    )
    fixture.sql(s"ALTER TABLE $table ADD COLUMN n INT")
    fixture.sql(s"ALTER TABLE $table ALTER COLUMN n SET DEFAULT 9")
    fixture.sql(s"INSERT INTO $table (k) VALUES (5)")
    fixture.assertRows(Seq(Row(4, null), Row(5, 9)), s"SELECT k, n FROM $table WHERE k > 3 ORDER BY k")
    fixture.sql(s"DROP TABLE $table PURGE")
  }

  @Test
  def viewsShowTables(): Unit = {
    val table = "hbase.default.viewed"
    fixture.sql(s"CREATE TABLE $table (k INT, v INT, PRIMARY KEY (k)) USING hbase")
    fixture.sql(s"INSERT INTO $table VALUES (1, 10), (2, 20)")
    fixture.sql(s"CREATE OR REPLACE TEMP VIEW short_view AS SELECT * FROM $table WHERE v > 10")
    fixture.sql(s"CREATE OR REPLACE VIEW spark_catalog.default.kept_view AS SELECT sum(v) AS total FROM $table")
    fixture.assertRows(Seq(Row(2, 20)), "SELECT * FROM short_view")
    fixture.assertRows(Seq(Row(30L)), "SELECT * FROM spark_catalog.default.kept_view")
    // A column that is added later is in neither.
    fixture.sql(s"ALTER TABLE $table ADD COLUMN w INT")
    fixture.sql(s"INSERT INTO $table VALUES (3, 30, 300)")
    fixture.assertRows(Seq(Row(2, 20), Row(3, 30)), "SELECT * FROM short_view ORDER BY k")
    fixture.assertRows(Seq(Row(60L)), "SELECT * FROM spark_catalog.default.kept_view")
    fixture.sql("DROP VIEW short_view")
    fixture.sql("DROP VIEW spark_catalog.default.kept_view")
    fixture.sql(s"DROP TABLE $table PURGE")
  }

  @Test
  def tablesOfOtherSourcesAreJoined(): Unit = {
    val folder = Files.createTempDirectory("other-sources-")
    System.setProperty("derby.stream.error.file", folder.resolve("derby.log").toString)
    val shops = fixture.spark.sql("SELECT * FROM VALUES (1, 'north'), (2, 'south') AS s(shop, name)")
    shops.write.jdbc("jdbc:derby:memory:mixed;create=true", "shops", new Properties)
    fixture.spark.read.jdbc("jdbc:derby:memory:mixed", "shops", new Properties).createOrReplaceTempView("jdbc_shops")
    val parquet = folder.resolve("prices").toString
    fixture.spark.sql("SELECT * FROM VALUES ('nail', 2), ('saw', 30) AS p(item, price)").write.parquet(parquet)
    val table = "hbase.default.sold"
    fixture.sql(s"CREATE TABLE $table (shop INT, item STRING, many INT, PRIMARY KEY (shop, item)) USING hbase")
    fixture.sql(s"INSERT INTO $table VALUES (1, 'nail', 100), (1, 'saw', 1), (2, 'nail', 10), (3, 'saw', 5)")
    fixture.sql(s"CREATE OR REPLACE TEMP VIEW large AS SELECT * FROM $table WHERE many >= 5")
    fixture.assertRows(
      Seq(Row("north", 200L), Row("south", 20L)),
      s"SELECT name, sum(many * price) FROM large JOIN jdbc_shops USING (shop) JOIN parquet.`$parquet` USING (item) " +
        "GROUP BY name ORDER BY name"
    )
    Seq("large", "jdbc_shops").foreach(view => fixture.sql(s"DROP VIEW $view"))
    fixture.sql(s"DROP TABLE $table PURGE")
    Using.resource(Files.walk(folder))(_.iterator.asScala.toList).reverse.foreach(Files.deleteIfExists(_))
  }

  @Test
  def theRowsOfTheQuerySayWhereToSplit(): Unit = {
    def create(name: String, properties: String) =
      s"CREATE TABLE hbase.default.$name USING hbase TBLPROPERTIES ('hbase.key' = 'n', 'hbase.splits' = 'sampled', $properties)"
    val t = "hbase.default.ctas_sampled"
    fixture.sql(
      create("ctas_sampled", "'hbase.region.count' = '4'") + " AS SELECT id * id * id AS n, id AS v FROM range(1000)"
    )
    val counts = fixture.sql(s"SELECT count(*) FROM $t GROUP BY _region").map(_.getLong(0))
    assertEquals((4, 1000L), (counts.size, counts.sum))
    assertTrue(counts.forall(n => n > 150 && n < 350), counts.toString)
    // Nothing to sample is one region; a statement without rows, or without a number, says nothing.
    fixture.sql(create("ctas_unsampled", "'hbase.region.count' = '4'") + " AS SELECT id AS n FROM range(0)")
    fixture.assertRows(Seq(Row(1L)), "SELECT count(*) FROM hbase.default.ctas_unsampled.regions")
    fixture.assertFails(
      "SPARKSQL_HBASE.INVALID_PROPERTY",
      create("no", "'a' = 'b'") + " AS SELECT id AS n FROM range(3)"
    )
    fixture.assertFails(
      "SPARKSQL_HBASE.INVALID_PROPERTY",
      "CREATE TABLE hbase.default.no (n INT, PRIMARY KEY (n)) USING hbase TBLPROPERTIES ('hbase.splits' = 'sampled', " +
        "'hbase.region.count' = '4')"
    )
  }

  @Test
  def theExamplesOfTheDocumentationRun(): Unit = {
    val answers = SqlPage.statements("Tables").map(statement => statement.sql -> fixture.sql(statement.sql))
    def answer(text: String): Option[Seq[Row]] = answers.collectFirst { case (s, rows) if s.contains(text) => rows }
    assertEquals(
      Some(Seq(Row("ada", 0, null, null), Row("bob", 0, null, null), Row("eve", 0, "none", "DE"))),
      answer("SELECT user, millis")
    )
    assertEquals(Some(Seq(Row(5L, 35.0))), answer("SELECT count(*), sum(root)"))
    assertTrue(answer("DESCRIBE EXTENDED").exists(_.mkString.contains("hbase.table=page_hits")))
  }

  @Test
  def namespacesHaveProperties(): Unit = {
    fixture.sql("CREATE NAMESPACE hbase.ddl_space COMMENT 'of tests'")
    fixture.sql(
      "ALTER NAMESPACE hbase.ddl_space SET PROPERTIES ('team' = 'x', 'hbase.namespace.quota.maxtables' = '5')"
    )
    fixture.sql("COMMENT ON NAMESPACE hbase.ddl_space IS 'of DDL'")
    val configuration = withAdmin(_.getNamespaceDescriptor("ddl_space")).getConfiguration
    assertEquals(("x", "of DDL"), (configuration.get("team"), configuration.get("comment")))
    assertTrue(fixture.sql("DESCRIBE NAMESPACE EXTENDED hbase.ddl_space").exists(_.getString(1).contains("of DDL")))
    fixture.sql("ALTER NAMESPACE hbase.ddl_space UNSET PROPERTIES ('team')")
    assertFalse(withAdmin(_.getNamespaceDescriptor("ddl_space")).getConfiguration.containsKey("team"))
    fixture.sql("DROP NAMESPACE hbase.ddl_space")
  }
}

/** A function that tasks call, in the same process. */
object ITCreateAsSelect {
  val seen = new AtomicBoolean

  @volatile var isThere: () => Boolean = () => false

  val look: Long => Long = { id =>
    if (isThere()) seen.set(true)
    id
  }
}
