package org.apache.spark.sql.hbase.catalog.store

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.client.admin.TableCoprocessor

/** The texts are those of HBase 2.6: CoprocessorWhitelistMasterObserver, CoprocessorClassLoader, RegionCoprocessorHost. */
class TestCoprocessorAttachment {
  private val bypass =
    " Set hbase.table.sanity.checks to false at conf or table descriptor if you want to bypass sanity checks"

  private def code(reason: String, jar: String = "hdfs://nn:8020/jars/a.jar"): String =
    CoprocessorAttachment.refusal(reason, Some(jar)).code

  @Test
  def refusalsOfHBaseAreToldApart(): Unit = {
    val denied = s"Loading ${TableCoprocessor.CLASS_NAME} DENIED in hbase.coprocessor.region.whitelist.paths"
    assertEquals("COPROCESSOR_PATH_DENIED", code(denied))
    assertEquals("COPROCESSOR_PATH_DENIED", code(s"java.io.IOException: $denied"))
    assertEquals("COPROCESSOR_JAR_MISSING", code(s"hdfs://nn:8020/jars/a.jar$bypass"))
    assertEquals("COPROCESSOR_JAR_MISSING", code(s"file:/jars/a.jar$bypass", "/jars/a.jar"))
    assertEquals("COPROCESSOR_JAR_MISSING", code(s"File does not exist: /jars/b.jar$bypass"))
    assertEquals("COPROCESSOR_JAR_INVALID", code(s"hdfs://nn:8020/jars/a.jar: not a jar file?$bypass"))
    assertEquals("COPROCESSOR_JAR_INVALID", code(s"zip END header not found$bypass"))
    assertEquals("COPROCESSOR_JAR_INVALID", code(s"Class ${TableCoprocessor.CLASS_NAME} cannot be loaded$bypass"))
    assertEquals("CREATE_TABLE_FAILED", code("Table is being modified"))
  }
}
