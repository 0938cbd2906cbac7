package org.apache.spark.sql.hbase.engine.error;

import java.util.Map;
import org.apache.spark.sql.hbase.wire.CodedException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;

/**
 * Some rows would take more memory or time than the process has for one scan: whoever asked reads
 * them and computes the same.
 */
public final class OverloadedException extends CodedException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes an error with code SERVER_OVERLOADED; {@code values} name the resource and the amount
   * that was wanted.
   */
  public OverloadedException(String sentence, Map<String, String> values) {
    super(new RemoteError(ErrorCode.SERVER_OVERLOADED, sentence, values));
  }
}
