package org.apache.spark.sql.hbase.wire.plan;

import java.util.Map;
import org.apache.spark.sql.hbase.wire.CodedException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;

/** A sub-plan is refused: nothing of it has run. */
public final class PlanException extends CodedException {
  private static final long serialVersionUID = 1L;

  public PlanException(ErrorCode code, String sentence, Map<String, String> values) {
    super(new RemoteError(code, sentence, values));
  }

  /** With keyed values given as alternating keys and values. */
  public PlanException(ErrorCode code, String sentence, Object... keysAndValues) {
    super(new RemoteError(code, sentence, RemoteError.valuesOf(keysAndValues)));
  }
}
