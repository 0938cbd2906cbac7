package org.apache.spark.sql.hbase.it

import java.nio.file.Path
import javax.security.auth.Subject

import scala.jdk.CollectionConverters._

import com.sun.security.auth.module.Krb5LoginModule
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.hbase.security.provider.SaslClientAuthenticationProviders
import org.apache.hadoop.security.{Credentials, UserGroupInformation}
import org.apache.hadoop.security.authentication.util.KerberosName

/**
 * The user of this JVM, for a cluster that was started with `--secure folder`. Hadoop has one user per process; the end
 * of this puts back that of the operating system.
 */
private[it] final class KerberosLogin(folder: Path) extends AutoCloseable {
  private val krb5Conf = "java.security.krb5.conf"

  /** hbase-site.xml of the folder. */
  val site: Map[String, String] = {
    val conf = new Configuration(false)
    conf.addResource(new org.apache.hadoop.fs.Path(folder.resolve("hbase-site.xml").toUri))
    conf.iterator.asScala.map(e => e.getKey -> e.getValue).toMap
  }

  System.setProperty(krb5Conf, folder.resolve("krb5.conf").toString)
  refreshJdk()
  configureHadoop(site)

  /** A user with a ticket. */
  def withTicket(user: String): Unit = UserGroupInformation.loginUserFromKeytab(principal(user), keytab(user))

  /** A user as an executor of Spark has one: a name, and nothing but these tokens. */
  def withTokens(user: String, tokens: Credentials): Unit = {
    val remote = UserGroupInformation.createRemoteUser(user)
    remote.addCredentials(tokens)
    UserGroupInformation.setLoginUser(remote)
  }

  override def close(): Unit = {
    System.clearProperty(krb5Conf)
    UserGroupInformation.reset()
    configureHadoop(Map.empty)
  }

  private def configureHadoop(settings: Map[String, String]): Unit = {
    val conf = new Configuration()
    settings.foreach { case (key, value) => conf.set(key, value) }
    KerberosName.resetDefaultRealm()
    UserGroupInformation.setConfiguration(conf)
    // HBase's client remembers for the whole process how the first cluster wanted to be asked.
    SaslClientAuthenticationProviders.reset()
  }

  /** A log-in is what makes a JDK read krb5.conf again. */
  private def refreshJdk(): Unit = {
    val module = new Krb5LoginModule()
    val options = Map(
      "refreshKrb5Config" -> "true",
      "doNotPrompt" -> "true",
      "useKeyTab" -> "true",
      "keyTab" -> keytab("hbase"),
      "principal" -> principal("hbase")
    )
    module.initialize(new Subject(), null, Map.empty[String, Any].asJava, options.asJava)
    module.login()
  }

  def keytab(user: String): String = folder.resolve(s"$user.keytab").toString

  def principal(user: String): String =
    if (user == "hbase") site("hbase.master.kerberos.principal") else s"$user@EXAMPLE.COM"
}
