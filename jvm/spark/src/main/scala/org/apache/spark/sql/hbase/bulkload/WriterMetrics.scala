package org.apache.spark.sql.hbase.bulkload

import org.apache.hadoop.hbase.io.{MetricsIOSource, MetricsIOWrapper}
import org.apache.hadoop.hbase.regionserver._

/**
 * Counters for HBase's writer of store files. Nobody reads them: a Spark process publishes no metrics of a region
 * server. HBase's own factory has classes in a package of Hadoop's. The JVM refuses them where this jar and Hadoop have
 * different class loaders, as with `spark.jars`. Found by its name in META-INF/services. Thread-safe.
 */
final class WriterMetrics extends MetricsRegionServerSourceFactory {
  override def createIO(wrapper: MetricsIOWrapper): MetricsIOSource = WriterMetrics.Uncounted

  override def createServer(wrapper: MetricsRegionServerWrapper): MetricsRegionServerSource = refuse()
  override def createRegion(wrapper: MetricsRegionWrapper): MetricsRegionSource = refuse()
  override def createUser(user: String): MetricsUserSource = refuse()
  override def getUserAggregate: MetricsUserAggregateSource = refuse()
  override def createTable(table: String, wrapper: MetricsTableWrapperAggregate): MetricsTableSource = refuse()
  override def getTableAggregate: MetricsTableAggregateSource = refuse()
  override def getHeapMemoryManager: MetricsHeapMemoryManagerSource = refuse()

  private def refuse(): Nothing = throw new UnsupportedOperationException("Spark runs no region server")
}

private object WriterMetrics {
  private object Uncounted extends MetricsIOSource {
    override def updateFsReadTime(millis: Long): Unit = ()
    override def updateFsPReadTime(millis: Long): Unit = ()
    override def updateFsWriteTime(millis: Long): Unit = ()
    override def incrSlowFsRead(): Unit = ()
    override def init(): Unit = ()
    override def setGauge(name: String, value: Long): Unit = ()
    override def incGauge(name: String, delta: Long): Unit = ()
    override def decGauge(name: String, delta: Long): Unit = ()
    override def removeMetric(name: String): Unit = ()
    override def incCounters(name: String, delta: Long): Unit = ()
    override def updateHistogram(name: String, value: Long): Unit = ()
    override def getMetricsContext: String = ""
    override def getMetricsDescription: String = ""
    override def getMetricsJmxContext: String = ""
    override def getMetricsName: String = ""
  }
}
