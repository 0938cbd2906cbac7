package org.apache.spark.sql.hbase.it

import java.nio.file.Path

import org.junit.jupiter.api.{AfterAll, BeforeAll, TestInstance}

import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper

/**
 * Tests over an HBase that is empty when they start, one session, and a jar of the coprocessor for its tables. Subclasses
 * make their tables in a `@BeforeAll` of their own.
 *
 * @param arguments of the embedded HBase
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ClusterWithJar(arguments: String*) extends AdaptiveSparkPlanHelper {
  protected lazy val hbase: EmbeddedJvm = SharedClusters.of(arguments: _*)
  protected lazy val jar: Path = SharedClusters.jar
  protected var fixture: SqlFixture = _

  /** The master of the session. */
  protected def master: String = SqlFixture.Master

  /** The classes that extend the session. */
  protected def extensions: String = SqlFixture.Extensions

  @BeforeAll
  def startSession(): Unit = fixture = new SqlFixture(hbase.quorum, master, extensions)

  @AfterAll
  def leaveNothing(): Unit =
    try if (fixture != null) fixture.close()
    finally SharedClusters.empty(hbase)
}
