package org.apache.spark.sql.hbase.it

import java.nio.file.{Files, Path}

import org.junit.jupiter.api.{AfterAll, BeforeAll, TestInstance}

import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper

/**
 * Tests over one HBase, one session, and a jar of the coprocessor for its tables. Subclasses make their tables in a
 * `@BeforeAll` of their own.
 *
 * @param arguments of the embedded HBase
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ClusterWithJar(arguments: String*) extends AdaptiveSparkPlanHelper {
  protected var hbase: EmbeddedJvm = _
  protected var fixture: SqlFixture = _
  protected var jar: Path = _

  /** Of the session. */
  protected def master: String = SqlFixture.Master

  @BeforeAll
  def startCluster(): Unit = {
    jar = CoprocessorJar.write(Files.createTempFile("coprocessor", ".jar"))
    hbase = EmbeddedJvm.start(arguments: _*)
    fixture = new SqlFixture(hbase.quorum, master)
  }

  @AfterAll
  def stopCluster(): Unit = {
    try if (fixture != null) fixture.close()
    finally if (hbase != null) hbase.close()
    if (jar != null) Files.deleteIfExists(jar)
  }
}
