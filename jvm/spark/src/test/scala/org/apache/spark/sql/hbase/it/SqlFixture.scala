package org.apache.spark.sql.hbase.it

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.function.Executable

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{Row, SparkSession}

/**
 * Runs SQL against one cluster and compares what comes back.
 *
 * @param extensions classes that extend the session
 */
final class SqlFixture(
    val quorum: String,
    master: String = SqlFixture.Master,
    extensions: String = SqlFixture.Extensions
) extends AutoCloseable {
  val spark: SparkSession = SparkSession
    .builder()
    .master(master)
    .config("spark.ui.enabled", "false")
    .config("spark.sql.shuffle.partitions", "2")
    // Janino would compile every expression of every query; the integration tests in Python have it so.
    .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
    .config("spark.sql.codegen.wholeStage", "false")
    .config("spark.sql.session.timeZone", "Asia/Kathmandu")
    .config("spark.sql.extensions", extensions)
    .config("spark.sql.catalog.hbase", "org.apache.spark.sql.hbase.HBaseCatalog")
    .config("spark.sql.catalog.hbase.quorum", quorum)
    .getOrCreate()

  def sql(text: String): Seq[Row] = spark.sql(text).collect().toSeq

  def assertRows(expected: Seq[Row], query: String): Unit = assertEquals(expected, sql(query), query)

  /** Runs `action` with session settings that are put back afterwards. */
  def withSettings[T](settings: (String, String)*)(action: => T): T = {
    val before = settings.map { case (key, _) => key -> spark.conf.getOption(key) }
    settings.foreach { case (key, value) => spark.conf.set(key, value) }
    try action
    finally
      before.foreach {
        case (key, Some(value)) => spark.conf.set(key, value)
        case (key, None) => spark.conf.unset(key)
      }
  }

  /** The statement fails with this condition somewhere among its causes; returns the message. */
  def assertFails(condition: String, statement: String): String = assertRaises(condition, statement)(sql(statement))

  /** Checks the error of any other action, which `what` names. */
  def assertRaises(condition: String, what: String)(action: => Any): String = {
    val executable: Executable = () => action
    val thrown = assertThrows(classOf[Throwable], executable, what)
    val causes = Iterator.iterate(thrown)(_.getCause).takeWhile(_ != null).toSeq
    val found = causes.collectFirst {
      case t: Throwable with SparkThrowable if t.getCondition == condition => t.getMessage
    }
    assertTrue(found.isDefined, () => s"$condition expected, but: ${causes.mkString("\n")}")
    found.get
  }

  /** Waits until tasks have ended that a query which failed has given up. */
  def awaitTasks(): Unit = {
    val deadline = System.nanoTime + SqlFixture.TasksEndNanos
    while (spark.sparkContext.statusTracker.getExecutorInfos.exists(_.numRunningTasks > 0)) {
      assertTrue(System.nanoTime < deadline, "tasks still run")
      Thread.sleep(10)
    }
  }

  override def close(): Unit = spark.stop()
}

object SqlFixture {

  /** Two tasks at a time; one that fails is not repeated. */
  val Master = "local[2]"

  val Extensions = "org.apache.spark.sql.hbase.HBaseSparkSessionExtensions"

  private val TasksEndNanos = 60_000_000_000L
}
