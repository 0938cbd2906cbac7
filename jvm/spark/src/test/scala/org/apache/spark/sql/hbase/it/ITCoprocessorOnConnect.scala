package org.apache.spark.sql.hbase.it

import java.nio.file.{Files, Path}
import java.util.zip.{ZipEntry, ZipOutputStream}

import scala.util.Using

import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.io.TempDir

import org.apache.spark.sql.Row
import org.apache.spark.sql.hbase.client.admin.TableCoprocessor

/** EXPLAIN knows before a query runs whether regions run the coprocessor; procedures attach and detach it. */
class ITCoprocessorOnConnect extends ClusterWithJar {
  private val Table = "hbase.default.connected"
  private val Query = s"SELECT sum(v) FROM $Table WHERE v > 1"

  @BeforeAll
  def createTable(): Unit = {
    fixture.sql(
      s"CREATE TABLE $Table (k INT, v BIGINT, PRIMARY KEY (k)) USING hbase TBLPROPERTIES ('hbase.splits' = '50')"
    )
    fixture.sql(s"INSERT INTO $Table SELECT id, id FROM range(100)")
  }

  private def explained(query: String): String = fixture.sql(s"EXPLAIN $query").head.getString(0)

  private def assertExplained(part: String, query: String = Query): Unit = {
    val text = explained(query)
    assertTrue(text.contains(part), text)
  }

  private def attach(path: Path, table: String = "connected"): String =
    s"CALL hbase.system.attach_coprocessor(table => '$table', jar => '$path')"

  private val detach = "CALL hbase.system.detach_coprocessor('connected')"

  @Test
  def attachingAndDetachingShowsInPlansAndChangesNoAnswer(): Unit = {
    val answer = Seq(Row(4949L))
    val ofTable = Row("connected", null, false, 2, null)
    fixture.assertRows(Seq(ofTable), detach)
    assertExplained("; in Spark, because the coprocessor is absent: ")
    fixture.assertRows(answer, Query)
    fixture.assertRows(Seq(Row("connected", jar.toString, true, 2, "0.1.0")), attach(jar))
    assertExplained("; in region servers (coprocessor version 0.1.0): ")
    fixture.withSettings("spark.sql.hbase.coprocessor" -> "require")(fixture.assertRows(answer, Query))
    fixture.assertRows(Seq(Row("connected", jar.toString, false, 2, "0.1.0")), attach(jar, "hbase.default.connected"))
    fixture.assertRows(Seq(Row("connected", null, true, 2, null)), detach)
    assertExplained("; in Spark, because the coprocessor is absent: ")
    fixture.assertRows(answer, Query)
    fixture.withSettings("spark.sql.hbase.coprocessor" -> "require") {
      assertExplained("; in region servers, required (coprocessor absent): ")
      fixture.assertFails("SPARKSQL_HBASE.COPROCESSOR_MISSING", Query)
    }
    val descriptor = new RawTables(hbase.quorum).descriptor("connected")
    assertFalse(TableCoprocessor.isAttached(descriptor))
    assertEquals(null, descriptor.getValue("hbase.coprocessor.abortonerror"))
  }

  @Test
  def aJarThatHBaseCannotLoadChangesNothing(@TempDir folder: Path): Unit = {
    val empty = folder.resolve("empty.jar")
    Using.resource(new ZipOutputStream(Files.newOutputStream(empty)))(_.putNextEntry(new ZipEntry("nothing")))
    val text = Files.writeString(folder.resolve("text.jar"), "no archive")
    val noJar = Files.writeString(folder.resolve("coprocessor.zip"), "no archive")
    val missing = folder.resolve("missing.jar")
    val message = fixture.assertFails("SPARKSQL_HBASE.COPROCESSOR_JAR_MISSING", attach(missing))
    assertTrue(message.contains(s"jar=$missing"), message)
    Seq(empty, text, noJar).foreach { path =>
      fixture.assertFails("SPARKSQL_HBASE.COPROCESSOR_JAR_INVALID", attach(path))
    }
    fixture.assertFails("SPARKSQL_HBASE.COPROCESSOR_JAR_MISSING", attach(Path.of("")))
    fixture.assertFails("SPARKSQL_HBASE.UNKNOWN_TABLE", attach(jar, "nowhere"))
    fixture.assertRows(Seq(Row(100L)), s"SELECT count(*) FROM $Table")
    assertFalse(TableCoprocessor.isAttached(new RawTables(hbase.quorum).descriptor("connected")))
  }

  @Test
  def theQuerysWordComesBeforeTheTablesAndThatBeforeTheSessions(): Unit = {
    val table = "hbase.default.never"
    fixture.sql(
      s"""CREATE TABLE $table (k INT, v BIGINT, PRIMARY KEY (k)) USING hbase
         |TBLPROPERTIES ('hbase.coprocessor' = 'OFF', 'hbase.coprocessor.jar' = '$jar')""".stripMargin
    )
    val query = s"SELECT count(v) FROM $table"
    assertExplained("; in Spark, because table property hbase.coprocessor is off: ", query)
    fixture.withSettings("spark.sql.hbase.coprocessor" -> "require") {
      assertExplained("; in Spark, because table property hbase.coprocessor is off: ", query)
    }
    val asked = s"$query WITH (coprocessor = 'require')"
    assertExplained("; in region servers, required (coprocessor version 0.1.0): ", asked)
    fixture.assertRows(Seq(Row(0L)), asked)
    val formatted = fixture.sql(s"EXPLAIN FORMATTED $asked").head.getString(0)
    assertTrue(
      formatted.contains("Coprocessor: version 0.1.0; require, because option coprocessor is require\n"),
      formatted
    )
    fixture.assertFails("SPARKSQL_HBASE.INVALID_OPTION", s"$query WITH (coprocessor = 'yes')")
    fixture.assertFails("SPARKSQL_HBASE.UNKNOWN_OPTION", s"$query WITH (coprocesor = 'off')")
    assertTrue(fixture.sql(s"SHOW TBLPROPERTIES $table").contains(Row("hbase.coprocessor", "off")))
    fixture.assertFails(
      "SPARKSQL_HBASE.INVALID_PROPERTY",
      "CREATE TABLE hbase.default.x (k INT, PRIMARY KEY (k)) USING hbase TBLPROPERTIES ('hbase.coprocessor' = 'yes')"
    )
    fixture.sql(s"DROP TABLE $table PURGE")
  }

  @Test
  def aCoprocessorThatIsSwitchedOffInTheTableSaysSo(): Unit = {
    // The kill switch of OPERATIONS.md, as a value of the table's descriptor.
    fixture.sql(attach(jar))
    val raw = new RawTables(hbase.quorum)
    raw.setValue("connected", "hbase.sparksql.enabled", "false")
    fixture.assertRows(Seq(Row(100L)), s"SELECT count(*) FROM $Table")
    fixture.sql(attach(jar))
    assertExplained("(coprocessor version 0.1.0; it refuses sub-plans: COPROCESSOR_DISABLED)")
    raw.setValue("connected", "hbase.sparksql.enabled", "true")
    fixture.sql(detach)
  }

  @Test
  def aCoprocessorThatIsLoadedTwiceAnswersOnceAndIsNotAttachedAgain(@TempDir folder: Path): Unit = {
    fixture.sql(attach(jar))
    val second = Files.copy(jar, folder.resolve("second.jar"))
    val raw = new RawTables(hbase.quorum)
    raw.setValue("connected", "coprocessor$7", s"${second.toUri}|${TableCoprocessor.CLASS_NAME}|1073741823|")
    fixture.withSettings("spark.sql.hbase.coprocessor" -> "require")(fixture.assertRows(Seq(Row(4949L)), Query))
    val message = fixture.assertFails("SPARKSQL_HBASE.COPROCESSOR_LOADED_TWICE", attach(jar))
    assertTrue(message.contains("regions=\"2 of 2\""), message)
    raw.setValue("connected", "coprocessor$7", null)
    fixture.sql(attach(jar))
    fixture.sql(detach)
  }
}
