package org.apache.spark.sql.hbase.client.scan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.UnknownScannerException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.exceptions.ScannerResetException;
import org.apache.hadoop.hbase.regionserver.LeaseException;
import org.apache.spark.sql.hbase.client.cluster.Interruptions;
import org.apache.spark.sql.hbase.client.cluster.SubPlanException;
import org.apache.spark.sql.hbase.filter.ScanFilters;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;

/**
 * Sorts the failures of scans and gets into those that another attempt may cure and those that it
 * cannot.
 */
public final class ScanErrors {
  private ScanErrors() {}

  /** The error that our coprocessor put into the exception, if it was the one that failed. */
  static Optional<RemoteError> remoteError(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      Optional<RemoteError> error = RemoteError.find(t.getMessage());
      if (error.isPresent()) {
        return error;
      }
    }
    return Optional.empty();
  }

  /**
   * Tells whether a region server cannot make the filter of the scan. Then it has no such class, or
   * one of an older version that refuses the filter's plan. An error of a filter about rows does
   * not count.
   */
  static boolean isOfUnusableFilter(Throwable failure) {
    boolean isOfRows =
        remoteError(failure)
            .filter(error -> error.code().kind() != ErrorCode.Kind.PLAN)
            .isPresent();
    return !isOfRows && ScanFilters.isUnusable(failure);
  }

  /** HBase iterators wrap their checked exceptions. */
  static IOException unwrap(UncheckedIOException failure) {
    return failure.getCause();
  }

  /**
   * True when no further attempt helps: the task was interrupted, or the error is one of ours.
   * HBase also says so, as for a table or family that is not there, no permission, or a disabled
   * table. A lost scanner does not count.
   */
  static boolean isFinal(IOException failure) {
    if (Interruptions.isOne(failure)) {
      return true;
    }
    if (failure instanceof SubPlanException) {
      return true;
    }
    return failure instanceof DoNotRetryIOException && !lostItsScanner(failure);
  }

  /** Throws a failure that is final. An interrupted thread stays interrupted. */
  public static void throwIfFinal(IOException failure) throws IOException {
    Interruptions.throwIfOne(failure);
    if (isFinal(failure)) {
      throw failure;
    }
  }

  /** Returns the failure of one of a batch of gets that is final, else the failure itself. */
  public static IOException decisive(IOException failure) {
    if (failure instanceof RetriesExhaustedWithDetailsException batch) {
      for (Throwable cause : batch.getCauses()) {
        if (cause instanceof IOException problem && isFinal(problem)) {
          return problem;
        }
      }
    }
    return failure;
  }

  /** Regions that moved and leases that ended, also where HBase's client gave up on them. */
  private static boolean lostItsScanner(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      boolean lost =
          t instanceof NotServingRegionException
              || t instanceof UnknownScannerException
              || t instanceof ScannerResetException
              || t instanceof LeaseException
              // Not public API, so named only.
              || t.getClass().getSimpleName().equals("OutOfOrderScannerNextException");
      if (lost) {
        return true;
      }
    }
    return false;
  }
}
