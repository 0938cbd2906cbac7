package org.apache.spark.sql.hbase.read.partition

import java.net.{InetAddress, UnknownHostException}
import java.util.concurrent.ConcurrentHashMap

import scala.concurrent.duration.{Deadline, DurationInt}

import org.apache.spark.SparkContext
import org.apache.spark.sql.connector.read.InputPartition

/** The part of a scan that one task reads of region servers. */
private[read] trait HostedPartition extends InputPartition {

  /** Serves all of it; empty where there is no such one. */
  def host: String

  /** Returns this part for a task that Spark runs near the executor of a host. */
  def on(host: String): HostedPartition

  override def preferredLocations(): Array[String] = if (host.isEmpty) Array.empty else Array(host)
}

/**
 * The hosts that Spark's executors have, by the names that Spark knows.
 *
 * A task that prefers any other host waits for `spark.locality.wait` as soon as its stage has another task whose host
 * is an executor's. A task of a shuffle is one. In local mode Spark looks at waiting tasks only when another task ends,
 * so that the last ones wait for ever. Spark compares names as texts, while HBase may know an address by its name, and
 * the reverse.
 *
 * @param executors names or addresses
 * @param addresses of a name, empty if it has none
 */
private[read] final class ExecutorHosts(executors: Seq[String], addresses: String => Set[InetAddress]) {
  private val names = executors.toSet

  private lazy val byAddress: Map[InetAddress, String] =
    executors.sorted.reverse.flatMap(executor => addresses(executor).map(_ -> executor)).toMap

  /** Spark's name of a region server's host; empty if no executor is there. */
  def of(host: String): String =
    if (host.isEmpty || names.isEmpty) ""
    else if (names.contains(host)) host
    else addresses(host).toSeq.flatMap(address => byAddress.get(address)).sorted.headOption.getOrElse("")

  /** Every preferred location is an executor's. */
  def place(partitions: Seq[HostedPartition]): Seq[HostedPartition] = {
    val placed = partitions.map(_.host).distinct.map(host => host -> of(host)).toMap
    partitions.map(partition => partition.on(placed(partition.host)))
  }
}

private[read] object ExecutorHosts {

  /** Without executors, or with one that needs no preferred locations. */
  private val Nowhere = new ExecutorHosts(Nil, _ => Set.empty)

  /** Looks up the executors that the driver has now. In local mode tasks have no preferred locations: there is one executor. */
  def ofDriver: ExecutorHosts = SparkContext.getActive.filterNot(_.isLocal).fold(Nowhere) { context =>
    val managers = context.env.blockManager.master.getMemoryStatus.keys.filterNot(_.isDriver)
    new ExecutorHosts(managers.map(_.host).toSeq.distinct, addresses)
  }

  private final case class Resolved(addresses: Set[InetAddress], until: Deadline)

  /** A planner asks for the hosts of a cluster again and again. */
  private val resolved = new ConcurrentHashMap[String, Resolved]()

  private val KeptFor = 10.minutes

  private def addresses(host: String): Set[InetAddress] = {
    def isKept(known: Resolved) = known != null && known.until.hasTimeLeft()
    resolved.compute(host, (_, known) => if (isKept(known)) known else resolve(host)).addresses
  }

  private def resolve(host: String): Resolved = {
    val found =
      try InetAddress.getAllByName(host).toSet
      catch { case _: UnknownHostException => Set.empty[InetAddress] }
    Resolved(found, KeptFor.fromNow)
  }
}
