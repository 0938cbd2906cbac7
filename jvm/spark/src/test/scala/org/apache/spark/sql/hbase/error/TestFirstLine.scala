package org.apache.spark.sql.hbase.error

import java.io.IOException
import java.util.concurrent.TimeoutException

import org.apache.hadoop.hbase.client.RetriesExhaustedException
import org.apache.hadoop.hbase.client.RetriesExhaustedException.ThrowableWithExtraContext
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class TestFirstLine {

  @Test
  def theStackOfAServerIsLeftOut(): Unit = {
    val e = new IOException("disk full\n\tat org.apache.hadoop.hbase.Region.put")
    assertEquals("disk full", FirstLine.of(e))
    assertEquals("IOException: disk full", FirstLine.withClass(e))
  }

  @Test
  def anErrorWithoutATextIsNamed(): Unit = {
    Seq(new TimeoutException, new TimeoutException(" \n")).foreach { e =>
      assertEquals("the error is TimeoutException and has no text", FirstLine.of(e))
      assertEquals("the error is TimeoutException and has no text", FirstLine.withClass(e))
    }
  }

  @Test
  def theLastAttemptSaysWhy(): Unit = {
    val last = new ThrowableWithExtraContext(new IOException("no master\n\tat x"), 1L, "RpcRetryingCaller{}")
    val e = new RetriesExhaustedException(1, java.util.List.of(last))
    assertEquals("Failed after attempts=2, exceptions:", e.getMessage.linesIterator.next())
    assertEquals("IOException: no master", FirstLine.of(e))
    assertEquals("IOException: no master", FirstLine.withClass(e))
  }
}
