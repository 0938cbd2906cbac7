package org.apache.spark.sql.hbase.it

import java.nio.file.{Files, Path}
import java.util.zip.{ZipEntry, ZipInputStream, ZipOutputStream}

import scala.collection.mutable
import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.spark.sql.hbase.client.admin.TableCoprocessor

/** Puts what a region server needs into one jar, from this JVM's class path; module `dist` makes the product's jar. */
object CoprocessorJar {

  /** One class of each artifact. */
  private val Representatives = Seq(
    TableCoprocessor.CLASS_NAME,
    "org.apache.spark.sql.hbase.filter.SkipScanFilter",
    "org.apache.spark.sql.hbase.engine.CompiledSubPlan",
    "org.apache.spark.sql.hbase.wire.plan.SubPlans",
    "org.apache.spark.sql.hbase.codec.types.SqlType",
    "com.google.protobuf.Message",
    "com.google.flatbuffers.Table",
    "org.apache.arrow.flatbuf.Schema"
  )

  def write(target: Path): Path = {
    val written = mutable.Set.empty[String]
    Using.resource(new ZipOutputStream(Files.newOutputStream(target))) { jar =>
      Representatives.foreach { name =>
        entriesOf(locationOf(name)) { (path, bytes) =>
          if (path.endsWith(".class") && !path.startsWith("META-INF/") && written.add(path)) {
            jar.putNextEntry(new ZipEntry(path))
            jar.write(bytes)
            jar.closeEntry()
          }
        }
      }
    }
    target
  }

  // The observer itself cannot be loaded here: HBase's server is not on this class path.
  def locationOf(className: String): Path = {
    val resource = className.replace('.', '/') + ".class"
    val url = Option(getClass.getClassLoader.getResource(resource))
      .getOrElse(throw new IllegalStateException(s"$className is not on the class path"))
    val location = url.getProtocol match {
      case "jar" => url.getPath.takeWhile(_ != '!')
      case _ => url.toString.stripSuffix(resource)
    }
    Path.of(java.net.URI.create(location))
  }

  private def entriesOf(location: Path)(use: (String, Array[Byte]) => Unit): Unit =
    if (Files.isDirectory(location)) {
      Using.resource(Files.walk(location))(_.iterator.asScala.filter(Files.isRegularFile(_)).foreach { file =>
        use(location.relativize(file).toString, Files.readAllBytes(file))
      })
    } else {
      Using.resource(new ZipInputStream(Files.newInputStream(location))) { zip =>
        Iterator.continually(zip.getNextEntry).takeWhile(_ != null).foreach(e => use(e.getName, zip.readAllBytes()))
      }
    }
}
