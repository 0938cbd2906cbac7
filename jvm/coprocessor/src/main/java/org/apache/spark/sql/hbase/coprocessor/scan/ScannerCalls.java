package org.apache.spark.sql.hbase.coprocessor.scan;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.apache.hadoop.hbase.regionserver.ScannerContext;

/**
 * Ends a call for the next Results of a scan before its time, with a heartbeat. HBase does so
 * itself when a scanner wants to change how it reads, but keeps the method to its own package. A
 * release without it makes a scan that waits for its turn hold a handler for longer.
 */
final class ScannerCalls {
  private static final MethodHandle RETURN_IMMEDIATELY = find();

  private ScannerCalls() {}

  private static MethodHandle find() {
    try {
      return MethodHandles.privateLookupIn(ScannerContext.class, MethodHandles.lookup())
          .findVirtual(
              ScannerContext.class, "returnImmediately", MethodType.methodType(void.class));
    } catch (ReflectiveOperationException | LinkageError e) {
      return null;
    }
  }

  /**
   * Lets the server answer as soon as the scanner has returned.
   *
   * @param context of the call; null where there is none
   */
  static void endSoon(ScannerContext context) {
    if (RETURN_IMMEDIATELY == null || context == null) {
      return;
    }
    try {
      RETURN_IMMEDIATELY.invokeExact(context);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
