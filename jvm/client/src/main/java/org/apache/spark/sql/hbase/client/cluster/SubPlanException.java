package org.apache.spark.sql.hbase.client.cluster;

import java.io.IOException;
import java.util.Map;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;

/**
 * A sub-plan, or the cluster it was meant for, failed with a known code; trying again gives the
 * same. The message is {@link RemoteError#format}, which also survives Java serialization.
 */
public final class SubPlanException extends IOException {
  private final transient RemoteError error;

  public SubPlanException(RemoteError error, Throwable cause) {
    super(error.format(), cause);
    this.error = error;
  }

  public SubPlanException(ErrorCode code, String sentence, Map<String, String> values) {
    this(code, sentence, values, null);
  }

  SubPlanException(ErrorCode code, String sentence, Map<String, String> values, Throwable cause) {
    this(new RemoteError(code, sentence, values), cause);
  }

  public ErrorCode code() {
    return error().code();
  }

  /** Returns the values of the sentence. */
  public Map<String, String> values() {
    return error().values();
  }

  public RemoteError error() {
    return error != null ? error : RemoteError.find(getMessage()).orElseThrow();
  }
}
