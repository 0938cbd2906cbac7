package org.apache.spark.sql.hbase.it

import java.nio.file.{Files, Path}

import scala.util.Using

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.security.access.{Permission, UserPermission}
import org.apache.hadoop.hbase.security.access.Permission.Action
import org.apache.hadoop.security.{Credentials, UserGroupInformation}
import org.junit.jupiter.api.{AfterAll, BeforeAll, Test, TestInstance}
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}

import org.apache.spark.SparkConf
import org.apache.spark.deploy.security.HadoopDelegationTokenManager
import org.apache.spark.sql.Row
import org.apache.spark.sql.hbase.{HBaseCatalog, HBaseTokenProvider}
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.util.Utils

/** A HBase that asks for Kerberos, TLS and rights, for users with a ticket, with a token alone, and without either. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ITSecureHBase {
  private val Catalog = "spark.sql.catalog.hbase"
  private val Table = "hbase.default.secured"
  private val Sums = s"SELECT k % 2, count(*), sum(v) FROM $Table WHERE v >= 10 GROUP BY k % 2 ORDER BY 1"
  private val Expected = Seq(Row(0, 45L, 2430L), Row(1, 45L, 2475L))

  private val folder = Files.createTempDirectory("secure-hbase")
  private val hbase = EmbeddedJvm.start("--secure", folder.toString)
  private val fixture = new SqlFixture(hbase.quorum)
  // After the session: the first one of a JVM sets Hadoop up anew.
  private val login = new KerberosLogin(folder)

  @BeforeAll
  def createTableAsAlice(): Unit = {
    settings.foreach { case (key, value) => fixture.spark.conf.set(key, value) }
    grant("alice", Permission.newBuilder("default").withActions(Action.CREATE).build())
    login.withTicket("alice")
    fixture.withSettings("spark.sql.hbase.coprocessor.jar" -> SharedClusters.jar.toString) {
      fixture.sql(
        s"CREATE TABLE $Table (k INT, v BIGINT, PRIMARY KEY (k)) USING hbase TBLPROPERTIES ('hbase.splits' = '50')"
      )
    }
    fixture.sql(s"INSERT INTO $Table SELECT id, id FROM range(100)")
    for (user <- Seq("bob", "carol")) grant(user, read("SPARK_SQL_HBASE_TABLE"))
    grant("carol", read("secured"))
  }

  @AfterAll
  def stop(): Unit = {
    fixture.close()
    login.close()
    hbase.close()
    Utils.deleteRecursively(folder.toFile)
  }

  /** The settings of docs/SECURITY.md, with the files of this cluster. */
  private val settings: Map[String, String] = {
    val page = Files.readString(Path.of("../../docs/SECURITY.md"))
    val block = page.split("```properties\n")(1).takeWhile(_ != '`')
    val shown = block.linesIterator.map(_.trim.split(" +", 2)).collect { case Array(k, v) => k -> v }.toMap
    val ofFiles = shown.keySet
      .filter(_.startsWith(s"$Catalog.hbase.rpc.tls"))
      .map(key => key -> login.site(key.drop(Catalog.length + 1)))
    shown.filter(_._1.startsWith(Catalog)) ++ ofFiles + ("spark.sql.hbase.connection.idle" -> "5")
  }

  private def read(table: String): Permission =
    Permission.newBuilder(TableName.valueOf(table)).withActions(Action.READ).build()

  private def grant(user: String, permission: Permission): Unit = {
    login.withTicket("hbase")
    HBaseCluster.use(HBaseCluster.ofCatalog("hbase")) { shared =>
      Using.resource(shared.connection.getAdmin)(_.grant(new UserPermission(user, permission), false))
    }
  }

  private def assertPushedDown(): Unit =
    fixture.withSettings("spark.sql.hbase.coprocessor" -> "require")(fixture.assertRows(Expected, Sums))

  @Test
  def aUserWithATicketWritesAndHasRegionServersAggregate(): Unit = {
    login.withTicket("alice")
    assertPushedDown()
    fixture.withSettings("spark.sql.hbase.coprocessor" -> "off")(fixture.assertRows(Expected, Sums))
  }

  @Test
  def executorsReadWithTheTokenThatSparkGetsThroughOurProvider(): Unit = {
    val conf = new SparkConf(false)
      .set(Catalog, classOf[HBaseCatalog].getName)
      .set(s"$Catalog.quorum", hbase.quorum)
      .setAll(settings)
      // Of a catalog that nobody can use, which must not be in the way.
      .set(s"$Catalog-wrong", classOf[HBaseCatalog].getName)
      .set(s"$Catalog-wrong.quorums", hbase.quorum)
      .set("spark.security.credentials.hadoopfs.enabled", "false")
      .set("spark.security.credentials.hive.enabled", "false")
      .set("spark.kerberos.principal", login.principal("carol"))
      .set("spark.kerberos.keytab", login.keytab("carol"))
    val hadoop = fixture.spark.sparkContext.hadoopConfiguration
    val tokens = new Credentials()
    login.withTicket("carol")
    new HadoopDelegationTokenManager(conf, hadoop, null).obtainDelegationTokens(tokens)
    assertEquals(1, tokens.numberOfTokens)

    login.withTokens("carol", tokens)
    assertFalse(UserGroupInformation.getCurrentUser.hasKerberosCredentials)
    assertPushedDown()
    // So that Spark gets the next one in time, where it has a keytab.
    login.withTicket("carol")
    val end = new HBaseTokenProvider().obtainDelegationTokens(hadoop, conf, new Credentials())
    assertTrue(end.exists(_ > System.currentTimeMillis), end.toString)
  }

  @Test
  def aKeytabInTheSettingsDoesWithoutTicketAndToken(): Unit = {
    val own = settings.collect {
      case (key, value) if key.startsWith(Catalog) => key.replace(Catalog, s"$Catalog-keytab") -> value
    }
    val keytab = Map("file" -> login.keytab("carol"), "principal" -> login.principal("carol"))
    val all = own ++ keytab.map { case (key, value) => s"$Catalog-keytab.hbase.client.keytab.$key" -> value } +
      (s"$Catalog-keytab" -> classOf[HBaseCatalog].getName) + (s"$Catalog-keytab.quorum" -> hbase.quorum)
    login.withTokens("nobody", new Credentials())
    fixture.withSettings(all.toSeq: _*)(fixture.assertRows(Expected, Sums.replace("hbase.", "`hbase-keytab`.")))
  }

  @Test
  def whoHasNeitherTicketNorTokenIsToldWhatToDo(): Unit = {
    login.withTokens("nobody", new Credentials())
    val message = fixture.assertFails("SPARKSQL_HBASE.NOT_AUTHENTICATED", Sums)
    assertTrue(message.contains("Run kinit") && message.contains("user=nobody"), message)
  }

  @Test
  def whoMayNotReadTheTableIsRefusedRowsAndSums(): Unit = {
    login.withTicket("bob")
    val queries = Seq(Sums, s"SELECT * FROM $Table", s"SELECT v FROM $Table WHERE k = 7")
    for (mode <- Seq("require", "off"); query <- queries) {
      fixture.withSettings("spark.sql.hbase.coprocessor" -> mode) {
        val message = fixture.assertFails("SPARKSQL_HBASE.RIGHT_MISSING", query)
        assertTrue(message.contains("bob"), message)
      }
    }
    val message = fixture.assertFails("SPARKSQL_HBASE.RIGHT_MISSING", s"INSERT INTO $Table VALUES (1000, 1)")
    assertTrue(message.contains("user=bob"), message)
  }

  @Test
  def aClientThatLeavesOutKerberosOrTlsIsToldSo(): Unit = {
    login.withTicket("alice")
    fixture.withSettings(s"$Catalog.hbase.security.authentication" -> "simple") {
      val message = fixture.assertRaises("SPARKSQL_HBASE.CLUSTER_UNREACHABLE", "without Kerberos")(connect())
      assertTrue(message.contains("hbase.security.authentication"), message)
    }
    fixture.withSettings(s"$Catalog.hbase.client.netty.tls.enabled" -> "false") {
      val message = fixture.assertRaises("SPARKSQL_HBASE.CLUSTER_UNREACHABLE", "without TLS")(connect())
      assertTrue(message.contains("hbase.client.netty.tls.enabled"), message)
    }
  }

  private def connect(): Unit = HBaseCluster.use(HBaseCluster.ofCatalog("hbase"))(_ => ())
}
