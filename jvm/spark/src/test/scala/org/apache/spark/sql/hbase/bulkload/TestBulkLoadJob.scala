package org.apache.spark.sql.hbase.bulkload

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class TestBulkLoadJob {
  private val job = BulkLoadJob("ns.t", "other:t", 1763776800123L, madeByHBase = true)
  private val files = Seq(
    StagedFile("f", "0-7/f0/abc", 12345678901L, "\\x00\\xFF a", "z"),
    StagedFile("g\\x01", "0-7/f1/def", 1, "", "b")
  )

  @Test
  def whatIsWrittenIsRead(): Unit = {
    assertEquals(Some(job), BulkLoadJob.read(job.toJson))
    assertEquals(Some(files), BulkLoadJob.readManifest(BulkLoadJob.manifest(files)))
  }

  @Test
  def otherDocumentsAreNoJobs(): Unit =
    Seq("", "{", "[]", "{}", "{\"formatVersion\":1}", job.toJson.replace(":1,", ":2,"), job.toJson.dropRight(5))
      .foreach { text =>
        assertEquals(None, BulkLoadJob.read(text), text)
        assertEquals(None, BulkLoadJob.readManifest(text), text)
      }
}
