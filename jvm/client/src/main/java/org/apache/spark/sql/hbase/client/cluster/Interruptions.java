package org.apache.spark.sql.hbase.client.cluster;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;

/** Tells interruptions of a thread from other failures of HBase's client. Stateless. */
public final class Interruptions {
  private Interruptions() {}

  /** Sockets that time out say so by a subclass of the same error. */
  public static boolean isOne(IOException failure) {
    return failure instanceof InterruptedIOException
        && !(failure instanceof SocketTimeoutException);
  }

  /**
   * Throws a failure that is an interruption. The thread stays interrupted, though HBase's client
   * clears the flag.
   */
  public static void throwIfOne(IOException failure) throws IOException {
    if (isOne(failure)) {
      Thread.currentThread().interrupt();
      throw failure;
    }
  }
}
