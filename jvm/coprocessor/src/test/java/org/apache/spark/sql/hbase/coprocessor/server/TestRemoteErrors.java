package org.apache.spark.sql.hbase.coprocessor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.junit.jupiter.api.Test;

class TestRemoteErrors {
  private static final RegionInfo REGION =
      RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build();

  @Test
  void lettingHBasesOwnExceptionsPassKeepsTheirRetries() {
    IOException moved = new NotServingRegionException("moved");

    assertSame(moved, RemoteErrors.forClient(moved, REGION));
  }

  @Test
  void deterministicErrorsAreNotRetriedAndSayWhere() {
    RemoteError plan =
        translated(
            new PlanException(ErrorCode.UNSUPPORTED_FUNCTION, "Not known.", "function", "SQRT"));
    RemoteError data =
        translated(
            new EvaluationException(ErrorCode.DIVIDE_BY_ZERO, "Division by zero.", Map.of()));

    assertEquals(ErrorCode.UNSUPPORTED_FUNCTION, plan.code());
    assertEquals(
        Map.of("function", "SQRT", "table", "t", "region", REGION.getEncodedName()), plan.values());
    assertEquals(ErrorCode.DIVIDE_BY_ZERO, data.code());
  }

  @Test
  void whateverElseIsOurs() {
    RemoteError ours = translated(new StackOverflowError());

    assertEquals(ErrorCode.INTERNAL_ERROR, ours.code());
    assertEquals("java.lang.StackOverflowError", ours.values().get("problem"));
  }

  /** The client runs the sub-plan: it has an engine and a scanner of its own. */
  @Test
  void whatThisHBaseDoesNotHaveIsARefusal() {
    RemoteError refusal = translated(new NoSuchMethodError("HStoreFile.isHistorical()"));

    assertTrue(refusal.code().allowsFallback());
    assertEquals(
        "java.lang.NoSuchMethodError: HStoreFile.isHistorical()", refusal.values().get("problem"));
  }

  /** Reflection, handles and class initialisers wrap what they meet. */
  @Test
  void aCallThatIsMissingIsFoundAmongTheCausesAndTold() {
    RemoteError refusal =
        translated(new IllegalStateException(new NoClassDefFoundError("some/ClassOfOurs")));

    assertEquals(ErrorCode.COPROCESSOR_DISABLED, refusal.code());
    String told = RemoteErrors.unlinked().orElseThrow();
    assertTrue(told.contains("NoClassDefFoundError: some/ClassOfOurs"), told);
  }

  @Test
  void theServerDecidesWhatToDoWithoutMemory() {
    OutOfMemoryError problem = new OutOfMemoryError("full");

    assertSame(
        problem,
        assertThrows(OutOfMemoryError.class, () -> RemoteErrors.forClient(problem, REGION)));
  }

  private static RemoteError translated(Throwable problem) {
    IOException forClient = RemoteErrors.forClient(problem, REGION);
    assertInstanceOf(DoNotRetryIOException.class, forClient);
    return RemoteError.find(forClient.toString()).orElseThrow();
  }
}
