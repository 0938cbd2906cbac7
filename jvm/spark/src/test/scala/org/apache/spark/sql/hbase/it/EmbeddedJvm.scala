package org.apache.spark.sql.hbase.it

import java.io.{BufferedReader, File, InputStreamReader}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path
import java.util.concurrent.TimeUnit

import org.apache.spark.sql.hbase.testkit.MovedZones

/**
 * An HBase in a JVM of its own, as its jars and Spark's do not mix. It has other rules of one time zone than Spark has
 * ([[MovedZones]]). Ends with this JVM at the latest.
 */
final class EmbeddedJvm private (process: Process, val quorum: String) extends AutoCloseable {

  /** While `action` runs, HBase takes no call and answers none; its connections stay open. For less than a session of ZooKeeper. */
  def whileHalted[T](action: => T): T = {
    signal("STOP")
    try action
    finally signal("CONT")
  }

  private def signal(name: String): Unit = {
    val code = new ProcessBuilder("kill", s"-$name", process.pid.toString).inheritIO().start().waitFor()
    if (code != 0) throw new IllegalStateException(s"kill -$name has code $code")
  }

  /** Stops the cluster; its data is gone. */
  override def close(): Unit = {
    process.destroy()
    if (!process.waitFor(60, TimeUnit.SECONDS)) process.destroyForcibly().waitFor()
  }
}

object EmbeddedJvm {
  private val Ready = "ready "

  /** @param arguments of the command `EmbeddedHBase` */
  def start(arguments: String*): EmbeddedJvm = startWith(None, arguments: _*)

  /** @param jar on the class path of HBase's servers, before HBase's own: it has another protobuf */
  def startWith(jar: Option[Path], arguments: String*): EmbeddedJvm = {
    val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
    val testkit = CoprocessorJar.locationOf(classOf[MovedZones].getName)
    val command = Seq(
      java,
      "-Xmx512m",
      "-XX:TieredStopAtLevel=1",
      "-XX:ReservedCodeCacheSize=480m",
      s"-Djava.time.zone.DefaultZoneRulesProvider=${classOf[MovedZones].getName}",
      "--add-opens=java.base/java.time.zone=ALL-UNNAMED",
      "-cp",
      (jar.toSeq ++ Seq(System.getProperty("embedded.classpath"), testkit)).mkString(File.pathSeparator),
      "org.apache.spark.sql.hbase.embedded.EmbeddedHBase",
      "--stop-with-stdin"
    ) ++ arguments
    val process = new ProcessBuilder(command: _*).redirectErrorStream(true).start()
    val output = new BufferedReader(new InputStreamReader(process.getInputStream, UTF_8))
    val lines = Iterator.continually(output.readLine()).takeWhile(_ != null)
    val (before, ready) = lines.span(!_.startsWith(Ready))
    val log = before.mkString("\n")
    ready.nextOption() match {
      case Some(line) => new EmbeddedJvm(process, line.substring(Ready.length).trim)
      case None => throw new IllegalStateException(s"the embedded HBase did not start: $log")
    }
  }
}
