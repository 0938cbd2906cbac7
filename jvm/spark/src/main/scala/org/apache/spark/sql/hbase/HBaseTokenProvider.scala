package org.apache.spark.sql.hbase

import java.io.{ByteArrayInputStream, DataInputStream}

import scala.util.{Failure, Success, Try, Using}

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.hbase.client.ConnectionFactory
import org.apache.hadoop.hbase.security.User
import org.apache.hadoop.hbase.security.token.{AuthenticationTokenIdentifier, ClientTokenUtil}
import org.apache.hadoop.security.Credentials

import org.apache.spark.SparkConf
import org.apache.spark.internal.Logging
import org.apache.spark.security.HadoopDelegationTokenProvider
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.error.FirstLine

/**
 * Delegation tokens of the HBase clusters of an application's catalogs, with which its executors, who have no Kerberos
 * ticket, may connect. Spark finds it by its service file, on YARN and on Kubernetes, and asks it on the driver. It
 * asks at the start, and again before the first token ends where it has a keytab. Spark's own provider `hbase` knows
 * the one cluster of hbase-site.xml or `spark.hadoop.hbase.*`, no cluster that only a catalog names, and not when its
 * token ends.
 *
 * `spark.security.credentials.hbase-catalogs.enabled=false` switches it off. Thread-safe.
 */
final class HBaseTokenProvider extends HadoopDelegationTokenProvider with Logging {
  override val serviceName: String = "hbase-catalogs"

  override def delegationTokensRequired(conf: SparkConf, hadoop: Configuration): Boolean = secured(conf).nonEmpty

  /** A cluster that gives no token is logged: it may not be needed, and who reads it without one gets an error. */
  override def obtainDelegationTokens(hadoop: Configuration, conf: SparkConf, target: Credentials): Option[Long] =
    secured(conf)
      .flatMap { cluster =>
        Try(addToken(cluster, target)) match {
          case Success(end) => Some(end)
          case Failure(e) =>
            logWarning(
              s"No token of the HBase cluster ${cluster.properties.get(ClusterSettings.QUORUM)}, so executors cannot " +
                s"read it: ${FirstLine.withClass(e)}",
              e
            )
            None
        }
      }
      .reduceOption(_ min _)

  /** When the token ends, in milliseconds since 1970. */
  private def addToken(cluster: ClusterSettings, target: Credentials): Long =
    Using.resource(ConnectionFactory.createConnection(cluster.toConfiguration)) { connection =>
      val token = ClientTokenUtil.obtainToken(connection)
      target.addToken(token.getService, token)
      // Hadoop's own decoding finds only kinds of the class path that it saw at its first token.
      val identifier = new AuthenticationTokenIdentifier()
      identifier.readFields(new DataInputStream(new ByteArrayInputStream(token.getIdentifier)))
      identifier.getExpirationDate
    }

  private def secured(conf: SparkConf): Seq[ClusterSettings] =
    HBaseCluster.ofApplication(conf).filter(c => User.isHBaseSecurityEnabled(c.toConfiguration))
}
