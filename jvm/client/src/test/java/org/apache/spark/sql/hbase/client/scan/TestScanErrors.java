package org.apache.spark.sql.hbase.client.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.UnknownScannerException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.exceptions.OutOfOrderScannerNextException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.spark.sql.hbase.filter.SkipScanFilter;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;
import org.junit.jupiter.api.Test;

class TestScanErrors {
  @Test
  void lostScannersAreTriedAgainEvenWhenHBaseGaveUp() {
    assertFalse(ScanErrors.isFinal(new UnknownScannerException("lease ended")));
    assertFalse(ScanErrors.isFinal(new RetriesExhaustedException("after 15 attempts")));
    assertFalse(
        ScanErrors.isFinal(new DoNotRetryIOException(new NotServingRegionException("moved"))));
    DoNotRetryIOException outOfOrder =
        new DoNotRetryIOException(
            "Failed after retry", new OutOfOrderScannerNextException("twice"));
    assertFalse(ScanErrors.isFinal(outOfOrder));
  }

  @Test
  void timeoutsAreTriedAgainButInterruptsAreNot() {
    assertFalse(ScanErrors.isFinal(new SocketTimeoutException("slow")));
    assertTrue(ScanErrors.isFinal(new InterruptedIOException("task killed")));
  }

  @Test
  void mistakesOfTheUserAreFinal() {
    assertTrue(ScanErrors.isFinal(new TableNotFoundException("t")));
    assertTrue(ScanErrors.isFinal(new AccessDeniedException("no READ")));
  }

  @Test
  void aBatchIsRefusedAsSoonAsOneOfItsGetsIs() {
    IOException lost = batch(new IOException("stopped"), new NotServingRegionException("moved"));
    assertSame(lost, ScanErrors.decisive(lost));
    assertFalse(ScanErrors.isFinal(lost));
    IOException refusal = new AccessDeniedException("no READ");
    assertSame(refusal, ScanErrors.decisive(batch(new IOException("stopped"), refusal)));
  }

  private static IOException batch(Throwable... causes) {
    ServerName server = ServerName.valueOf("host", 1, 1);
    return new RetriesExhaustedWithDetailsException(
        List.of(causes),
        Collections.nCopies(causes.length, new Get(new byte[] {1})),
        Collections.nCopies(causes.length, server.getAddress().toString()));
  }

  /**
   * An older region server refuses the plan in a filter; the scan gives the same answer without.
   */
  @Test
  void aFilterWhosePlanTheServerDoesNotKnowIsUnusable() {
    assertTrue(ScanErrors.isOfUnusableFilter(ofFilter(ErrorCode.UNSUPPORTED_FEATURE)));
    assertTrue(
        ScanErrors.isOfUnusableFilter(new IOException("no " + SkipScanFilter.class.getName())));
    assertFalse(ScanErrors.isOfUnusableFilter(ofFilter(ErrorCode.CORRUPT_VALUE)));
    assertFalse(ScanErrors.isOfUnusableFilter(new IOException("something else")));
  }

  /** Makes the error as HBase sends it: the stack of the region server is the message. */
  private static IOException ofFilter(ErrorCode code) {
    RemoteError error = new RemoteError(code, "No.", Map.of());
    return new DoNotRetryIOException(
        "java.lang.reflect.InvocationTargetException\n\tat java.base/Method.invoke(Method.java:1)\n"
            + "Caused by: DeserializationException: "
            + error.format()
            + "\n\tat "
            + SkipScanFilter.class.getName()
            + ".parseFrom(SkipScanFilter.java:1)");
  }

  @Test
  void theCoprocessorsErrorIsFoundInTheCauseOrInAStackText() {
    RemoteError error =
        new RemoteError(ErrorCode.CORRUPT_VALUE, "The value does not decode.", Map.of("row", "r1"));
    IOException inCause =
        new RetriesExhaustedException("gave up", new DoNotRetryIOException(error.format()));
    assertEquals(ErrorCode.CORRUPT_VALUE, ScanErrors.remoteError(inCause).orElseThrow().code());
    IOException inText =
        new IOException(
            "org.apache.hadoop.hbase.DoNotRetryIOException: "
                + error.format()
                + "\n\tat a.B.c(B.java:1)");
    assertEquals("r1", ScanErrors.remoteError(inText).orElseThrow().values().get("row"));
    assertTrue(ScanErrors.remoteError(new IOException("something else")).isEmpty());
  }
}
