package org.apache.spark.sql.hbase.read.report

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.Test

class TestCoprocessorState {
  private val attached = CoprocessorState(Seq("0.1.0"), None, 0, None)

  @Test
  def theVersionIsToldAndComparedWithTheSessions(): Unit = {
    assertEquals("version 0.1.0", attached.text)
    assertEquals("version 0.0.9, older than this session's 0.1.0", attached.copy(versions = Seq("0.0.9")).text)
    assertEquals("version 1.0.0, newer than this session's 0.1.0", attached.copy(versions = Seq("1.0.0")).text)
    assertEquals(
      "version 0.0.9, older than this session's 0.1.0; version 0.1.0",
      attached.copy(versions = Seq("0.0.9", "0.1.0")).text
    )
  }

  @Test
  def storeFilesThatAreNotReadAreTold(): Unit =
    assertEquals(
      "version 0.1.0; rows come through HBase's scanner: UNKNOWN_HBASE_VERSION",
      attached.copy(scannerReason = Some("UNKNOWN_HBASE_VERSION")).text
    )

  @Test
  def whoDoesNotAnswerIsAbsentOrNotLoaded(): Unit = {
    val silent = CoprocessorState(Nil, None, 3, Some(false))
    assertTrue(silent.isAbsent)
    assertEquals("absent", silent.text)
    assertEquals(
      "attached, but not loaded or older than version 0.1.0",
      silent.copy(inDescriptor = Some(true)).text
    )
    assertEquals("absent, or older than version 0.1.0", silent.copy(inDescriptor = None).text)
  }

  @Test
  def aPartOfTheRegionServersIsCounted(): Unit = {
    val some = attached.copy(silent = 1, inDescriptor = Some(true))
    assertFalse(some.isAbsent)
    assertEquals(
      "version 0.1.0; attached, but not loaded in 1 region server or older than version 0.1.0",
      some.text
    )
  }

  @Test
  def callsThatCouldNotBeMadeAreTold(): Unit =
    assertEquals(
      "version 0.1.0; it refuses sub-plans that need what is missing: java.lang.NoClassDefFoundError: a/B",
      attached.copy(unlinked = Some("java.lang.NoClassDefFoundError: a/B")).text
    )

  @Test
  def aCoprocessorThatIsSwitchedOffSaysSo(): Unit =
    assertEquals(
      "version 0.1.0; it refuses sub-plans: COPROCESSOR_DISABLED",
      attached.copy(refusal = Some("COPROCESSOR_DISABLED")).text
    )
}
