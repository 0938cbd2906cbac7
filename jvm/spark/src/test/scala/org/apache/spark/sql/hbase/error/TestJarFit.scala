package org.apache.spark.sql.hbase.error

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

class TestJarFit {
  private val own = JarFit.OwnJar("/jars/pyspark-hbase-spark-4.2_2.13.jar", "4.2", "2.13", "0.1.0")

  private def found(common: Option[String], spark: String): Option[String] =
    JarFit.misfit(own, common, spark).map { e =>
      assertTrue(e.getMessage.contains(s"jar=${own.name}"), e.getMessage)
      e.getCondition
        .stripPrefix("SPARKSQL_HBASE.") + e.getMessage.drop(e.getMessage.indexOf(own.name) + own.name.length)
    }

  @Test
  def jarsOfOneVersionFitTheSparkOfTheirLine(): Unit = {
    for (spark <- Seq("4.2.0", "4.2.1-amzn-0")) assertEquals(None, found(Some("0.1.0"), spark))
  }

  @Test
  def aMissingCommonJarIsNamed(): Unit =
    assertEquals(Some("COMMON_JAR_MISSING"), found(None, "4.2.0"))

  @Test
  def aJarOfAnotherLineAndOneOfAnotherVersionAreRefused(): Unit = {
    assertTrue(found(Some("0.1.0"), "4.3.0").exists(_.matches("JARS_DIFFER .*line=4.2.*spark=4.3.0.*")))
    assertTrue(found(Some("0.1.0"), "4.20.0").isDefined)
    assertTrue(found(Some("0.2.0"), "4.2.0").exists(_.matches("JARS_DIFFER .*version=0.1.0.*common=0.2.0.*")))
  }

  @Test
  def aJarOfAnotherScalaIsRefused(): Unit = {
    JarFit.checkScala(own, "2.13.8")
    val refused = assertThrows(classOf[IllegalStateException], () => JarFit.checkScala(own, "2.12.18"))
    assertTrue(refused.getMessage.matches(".*JARS_DIFFER.* scala=2.13 spark=2.12.18.*"), refused.getMessage)
  }

  /** Classes of a build lie in folders. */
  @Test
  def classesInNoJarFit(): Unit = JarFit.check()
}
