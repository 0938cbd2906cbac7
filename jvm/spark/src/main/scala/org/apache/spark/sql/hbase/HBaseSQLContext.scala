package org.apache.spark.sql.hbase

import java.util

import scala.jdk.CollectionConverters._

import org.apache.spark.SparkContext
import org.apache.spark.sql.{DataFrame, SparkSession}
import org.apache.spark.sql.hbase.catalog.HBaseTableCatalog
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.shim.classic
import org.apache.spark.sql.internal.StaticSQLConf

/**
 * SQL on HBase tables over a running Spark, for programs in Java and Scala. It has a session of its own with the
 * catalog `hbase` and the planner's extensions. That catalog is the current one: a bare table name is a table of
 * `hbase.default`. The jar of this class has to be on Spark's class path from the start. Thread-safe, as its session
 * is.
 *
 * {{{
 * HBaseSQLContext hbase = new HBaseSQLContext(spark, "zk1:2181,zk2:2181");
 * hbase.sql("SELECT area, sum(amount) FROM orders GROUP BY area").show();
 * }}}
 *
 * @param spark
 *   a session of this process, which stays as it is and whose settings the context begins with. A session of Spark
 *   Connect has the catalog from its server
 * @param quorum
 *   ZooKeeper of the cluster, `host:port,...`; null where settings of `spark` say where the cluster is
 */
final class HBaseSQLContext(spark: SparkSession, quorum: String) {
  import HBaseSQLContext._

  /** The context of the cluster that settings of `spark` name. */
  def this(spark: SparkSession) = this(spark, null)

  /** The context over the session that `sc` has, or over a new one. */
  def this(sc: SparkContext, quorum: String) =
    this(classic.SparkSession.builder().sparkContext(sc).getOrCreate(), quorum)

  /** The context over `sc`, whose settings say where the cluster is. */
  def this(sc: SparkContext) = this(sc, null)

  /** The session of this context. Its settings `spark.sql.hbase.*` say how HBase is read. */
  val session: SparkSession = sessionBeside(spark.asInstanceOf[classic.SparkSession], quorum)

  /** Returns the result of `query`. Statements run at once, queries when they are asked for rows. */
  def sql(query: String): DataFrame = session.sql(query)

  /** Returns the result of a query with markers `:name`, whose values `args` has. */
  def sql(query: String, args: util.Map[String, Any]): DataFrame = session.sql(query, args)

  /** Returns the rows of a table or view. */
  def table(name: String): DataFrame = session.table(name)

  /** Returns the names of the tables of a namespace, one row each, as SHOW TABLES gives them. */
  def tables(namespace: String): DataFrame =
    session.sql("SHOW TABLES IN IDENTIFIER(:name)", util.Map.of[String, Any]("name", namespace))

  /** Returns the names of the tables of the namespace `default`. */
  def tables(): DataFrame = tables(HBaseTableCatalog.DefaultNamespace)

  /** Returns what `query` reads, which of its parts run in region servers, and why others do not. The query does not run. */
  def explain(query: String): String = session.sql(s"EXPLAIN FORMATTED $query").head().getString(0)
}

object HBaseSQLContext {
  private val Name = "hbase"
  private val CatalogKey = s"spark.sql.catalog.$Name"
  private val QuorumKey = s"$CatalogKey.${HBaseCluster.Quorum}"

  /**
   * Gives `builder` the catalog `hbase` of the cluster at `quorum`, which may be null as above. The planner's
   * extensions replace those that the builder has.
   */
  def configure(builder: SparkSession.Builder, quorum: String): SparkSession.Builder =
    builder
      .config(CatalogKey, classOf[HBaseCatalog].getName)
      .config(Option(quorum).map(QuorumKey -> _).toMap[String, Any].asJava)
      .config(StaticSQLConf.SPARK_SESSION_EXTENSIONS.key, classOf[HBaseSparkSessionExtensions].getName)

  private def sessionBeside(spark: classic.SparkSession, quorum: String): SparkSession = {
    val session = extended(spark)
    val given = spark.conf.getAll.filter { case (key, _) => session.conf.isModifiable(key) || isOurs(key) }
    val asked = Option(quorum).map(QuorumKey -> _)
    (Map(CatalogKey -> classOf[HBaseCatalog].getName) ++ given ++ asked).foreach { case (key, value) =>
      session.conf.set(key, value)
    }
    // Spark looks for the catalog in the settings of the active session.
    session.withActive(session.catalog.setCurrentCatalog(Name))
    session
  }

  private def isOurs(key: String): Boolean =
    key == CatalogKey || key.startsWith(s"$CatalogKey.") || key.startsWith("spark.sql.hbase.")

  /** The first session that got the extensions here. Later ones over the same Spark share its global views. */
  private var first = Option.empty[classic.SparkSession]

  /** Returns a new session with the planner's extensions. Sessions that `newSession` makes share those of `spark`. */
  private def extended(spark: classic.SparkSession): classic.SparkSession = synchronized {
    val named = spark.sparkContext.conf.get(StaticSQLConf.SPARK_SESSION_EXTENSIONS).getOrElse(Nil)
    if (named.contains(classOf[HBaseSparkSessionExtensions].getName)) {
      spark.newSession()
    } else {
      first.filter(_.sparkContext eq spark.sparkContext).fold(firstOver(spark.sparkContext))(_.newSession())
    }
  }

  private def firstOver(sc: SparkContext): classic.SparkSession = {
    val session = new classic.SparkSession(sc, new util.HashMap[String, String])
    new HBaseSparkSessionExtensions()(session.extensions)
    first = Some(session)
    session
  }
}
