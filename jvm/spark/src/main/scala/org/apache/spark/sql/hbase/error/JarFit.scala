package org.apache.spark.sql.hbase.error

import java.net.JarURLConnection

import scala.util.{Properties, Using}

import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.AnalysisException

/**
 * Tells whether the two jars for Spark fit each other and the Spark at hand. Classes that Spark loads by name ask here before
 * they touch a class of the common jar: Spark takes an error of linkage for an extension that is not there, and goes on
 * without it.
 */
private[hbase] object JarFit {
  private val OfCommonJar = "org.apache.spark.sql.hbase.wire.ProductVersion"
  private val LineEntry = "Spark-Line"
  private val ScalaEntry = "Scala-Line"

  /** The jar of this class, with what its manifest says. */
  final case class OwnJar(name: String, line: String, scala: String, version: String)

  /** Throws an error with words where the jars do not fit. Classes that lie in no jar of ours fit: those of tests, of a program's fat jar. */
  def check(): Unit = ownJar.foreach { own =>
    checkScala(own, Properties.versionNumberString)
    misfit(own, commonVersion, SPARK_VERSION).foreach(throw _)
  }

  /** Comes first, and with an error of Java alone: classes of another Scala do not link, nor do those of our errors. */
  private[error] def checkScala(own: OwnJar, found: String): Unit = if (!found.startsWith(own.scala.concat("."))) {
    throw new IllegalStateException(
      "[SPARKSQL_HBASE.JARS_DIFFER] The jar pyspark-hbase-spark is of another Scala than Spark. jar="
        .concat(own.name)
        .concat(" scala=")
        .concat(own.scala)
        .concat(" spark=")
        .concat(found)
        .concat(". Give Spark the jar of its line and its Scala; `pyspark-hbase jars` prints it.")
    )
  }

  private[error] def misfit(own: OwnJar, common: Option[String], spark: String): Option[AnalysisException] = {
    def differs(found: (String, Any)*) = Some(HBaseErrors.JarsDiffer.analysis(("jar" -> own.name) +: found: _*))
    common match {
      case None => Some(HBaseErrors.CommonJarMissing.analysis("jar" -> own.name))
      case Some(version) if version != own.version => differs("version" -> own.version, "common" -> version)
      case _ if !spark.startsWith(s"${own.line}.") => differs("line" -> own.line, "spark" -> spark)
      case _ => None
    }
  }

  private def commonVersion: Option[String] =
    try Some(String.valueOf(Class.forName(OfCommonJar, true, getClass.getClassLoader).getField("CURRENT").get(null)))
    catch { case _: ClassNotFoundException => None }

  private def ownJar: Option[OwnJar] = getClass.getResource(s"${getClass.getSimpleName}.class").openConnection match {
    case connection: JarURLConnection =>
      // A cached file would outlive the class loader that Spark closes.
      connection.setUseCaches(false)
      Using.resource(connection.getJarFile) { jar =>
        val manifest = jar.getManifest.getMainAttributes
        Option(manifest.getValue(LineEntry)).map { line =>
          OwnJar(jar.getName, line, manifest.getValue(ScalaEntry), manifest.getValue("Implementation-Version"))
        }
      }
    case _ => None
  }
}
