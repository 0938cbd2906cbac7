package org.apache.spark.sql.hbase.engine.error;

import java.util.Map;
import org.apache.spark.sql.hbase.wire.CodedException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;

/**
 * An expression or aggregate has no value for a row that Spark would evaluate too, as ANSI overflow
 * or a division by zero. The code is Spark's error class.
 */
public final class EvaluationException extends CodedException {
  private static final long serialVersionUID = 1L;

  /**
   * @param code of kind DATA
   * @param sentence what is wrong; clients know by the code what to do
   * @param values what a user needs to find the row or the expression
   */
  public EvaluationException(ErrorCode code, String sentence, Map<String, String> values) {
    super(new RemoteError(code, sentence, values));
  }
}
