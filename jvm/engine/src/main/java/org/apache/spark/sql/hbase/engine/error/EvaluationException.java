package org.apache.spark.sql.hbase.engine.error;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.hbase.wire.CodedException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;

/**
 * An expression or aggregate has no value for a row that Spark would evaluate too, as ANSI overflow
 * or a division by zero. The code is Spark's error class.
 */
public final class EvaluationException extends CodedException {
  /**
   * The value that names the place of the call in the text of the query: {@code
   * Call.query_context}.
   */
  public static final String QUERY_CONTEXT = "queryContext";

  private static final long serialVersionUID = 1L;

  /**
   * @param code of kind DATA
   * @param sentence what is wrong; clients know by the code what to do
   * @param values what a user needs to find the row or the expression
   */
  public EvaluationException(ErrorCode code, String sentence, Map<String, String> values) {
    super(new RemoteError(code, sentence, values));
  }

  /**
   * The exception with the place of the call that raised it; itself if it has the place of an inner
   * call.
   */
  public EvaluationException at(int queryContext) {
    if (values().containsKey(QUERY_CONTEXT)) {
      return this;
    }
    Map<String, String> placed = new LinkedHashMap<>(values());
    placed.put(QUERY_CONTEXT, Integer.toUnsignedString(queryContext));
    EvaluationException exception = new EvaluationException(code(), error().sentence(), placed);
    exception.setStackTrace(getStackTrace());
    return exception;
  }
}
