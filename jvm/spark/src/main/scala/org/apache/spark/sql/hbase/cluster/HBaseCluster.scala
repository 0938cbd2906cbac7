package org.apache.spark.sql.hbase.cluster

import java.io.IOException
import java.time.Duration

import scala.jdk.CollectionConverters._
import scala.util.{Try, Using}
import scala.util.control.NonFatal

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.hadoop.hbase.HBaseConfiguration

import org.apache.spark.SparkConf
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.hbase.client.cluster.{ClusterSettings, ConnectionCache, SharedConnection}
import org.apache.spark.sql.hbase.conf.HBaseConf
import org.apache.spark.sql.hbase.error.{FirstLine, HBaseErrors, NearestName}
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.internal.SQLConf

/** Finds an HBase cluster for the Spark side and opens connections to it. */
object HBaseCluster {

  /** The name of the catalog's class, by which settings name it; the class itself is above this one. */
  private[hbase] val CatalogClass = "org.apache.spark.sql.hbase.HBaseCatalog"

  /** Name of the catalog whose settings the data source `hbase` uses by default. */
  val DefaultCatalog = "hbase"
  val Quorum = "quorum"

  /** Path of an hbase-site.xml, for clusters that none on the class path names. */
  val Site = "site"

  /** Settings of these prefixes go to HBase's client, and to its ZooKeeper client, as they are. */
  private val ClientPrefixes = Seq("hbase.", "zookeeper.")
  private val CatalogPrefix = "spark.sql.catalog."

  /** @param options what follows `spark.sql.catalog.<name>.` in the session's settings */
  def settings(options: Map[String, String]): ClusterSettings = settings(options, sessionProperties)

  /** @param shared properties of HBase that hold for all catalogs; the options win */
  private def settings(options: Map[String, String], shared: Map[String, String]): ClusterSettings = {
    options.keys.find(k => k != Quorum && k != Site && !isClientSetting(k)).foreach { key =>
      throw HBaseErrors.UnknownOption.analysis(NearestName.values("option", key, Seq(Quorum, Site)): _*)
    }
    val given = shared ++ options.get(Site).fold(Map.empty[String, String])(ofSite) ++ options.filter(o =>
      isClientSetting(o._1)
    ) ++
      options.get(Quorum).map(ClusterSettings.QUORUM -> checkedQuorum(_))
    if (!given.contains(ClusterSettings.QUORUM) && !siteNamesCluster(given)) {
      throw HBaseErrors.QuorumMissing.analysis()
    }
    ClusterSettings.of(given.asJava).withIdleTime(Duration.ofSeconds(SQLConf.get.getConf(HBaseConf.ConnectionIdle)))
  }

  /**
   * The settings of the catalog of that name in this session.
   *
   * @param more that come before them
   */
  def ofCatalog(name: String, more: Map[String, String] = Map.empty): ClusterSettings =
    settings(optionsOf(name, SQLConf.get.getAllConfs) ++ more)

  /**
   * The clusters of all catalogs of ours that an application names, before it has a session. Those with wrong settings
   * are left out: they say so when they are used.
   */
  def ofApplication(conf: SparkConf): Seq[ClusterSettings] = {
    val all = conf.getAll.toMap
    val catalogs = all.collect {
      case (key, value) if key.startsWith(CatalogPrefix) && value == CatalogClass =>
        key.substring(CatalogPrefix.length)
    }
    catalogs.flatMap(name => Try(settings(optionsOf(name, all), hbaseProperties(conf))).toOption).toSeq.distinct
  }

  private def optionsOf(catalog: String, conf: Map[String, String]): Map[String, String] = {
    val prefix = s"$CatalogPrefix$catalog."
    conf.collect { case (key, value) if key.startsWith(prefix) => key.substring(prefix.length) -> value }
  }

  /** Runs on the cluster's shared connection; HBase's errors become errors that say what to do. */
  def use[T](settings: ClusterSettings)(action: SharedConnection => T): T = {
    ApplicationEnd.closesConnections()
    try
      Using.resource(acquire(settings)) { shared =>
        SilentClusters.check(shared, settings)
        action(shared)
      }
    catch {
      case e: IOException =>
        SilentClusters.note(e, settings)
        throw SubPlanErrors.toAnalysis(e, settings)
    }
  }

  /** Returns a lease on the cluster's shared connection; close it after use. Throws HBase's own errors. */
  def acquire(settings: ClusterSettings): SharedConnection = {
    HBaseLoggers.quiet()
    ConnectionCache.acquire(settings)
  }

  def isClientSetting(name: String): Boolean = ClientPrefixes.exists(name.startsWith)

  /** Reads the settings of an hbase-site.xml, from any file system that Hadoop knows. */
  private def ofSite(path: String): Map[String, String] = {
    val site = new Configuration(false)
    try {
      val file = new Path(path)
      Using.resource(file.getFileSystem(new Configuration()).open(file)) { in =>
        site.addResource(in, path)
        site.iterator.asScala.map(_.getKey).map(key => key -> site.get(key)).toMap
      }
    } catch {
      case NonFatal(e) =>
        throw HBaseErrors.InvalidOption.analysisCausedBy(
          e,
          "option" -> Site,
          "value" -> path,
          "expected" -> "the path of an hbase-site.xml",
          "reason" -> FirstLine.of(e)
        )
    }
  }

  private def checkedQuorum(quorum: String): String = {
    val servers = quorum.split(",").map(_.trim)
    val legal = servers.forall { server =>
      server.lastIndexOf(':') match {
        case -1 => server.nonEmpty
        case colon => colon > 0 && server.substring(colon + 1).toIntOption.exists(p => p > 0 && p < 65536)
      }
    }
    if (!legal) {
      throw HBaseErrors.InvalidOption.analysis(
        "option" -> Quorum,
        "value" -> quorum,
        "expected" -> "host:port[,host:port...]"
      )
    }
    servers.mkString(",")
  }

  /** `spark.hadoop.hbase.*` and `spark.hadoop.zookeeper.*` of this session. */
  private def sessionProperties: Map[String, String] =
    SparkSession.getActiveSession.fold(Map.empty[String, String])(s => hbaseProperties(s.sparkContext.getConf))

  private def hbaseProperties(conf: SparkConf): Map[String, String] =
    conf.getAllWithPrefix("spark.hadoop.").toMap.filter { case (key, _) => isClientSetting(key) }

  /** hbase-site.xml, or another way than ZooKeeper to find the cluster. */
  private def siteNamesCluster(given: Map[String, String]): Boolean =
    given.contains(ClusterSettings.BOOTSTRAP_SERVERS) ||
      HBaseConfiguration.create().getPropertySources(ClusterSettings.QUORUM).exists(_.endsWith("hbase-site.xml"))
}
