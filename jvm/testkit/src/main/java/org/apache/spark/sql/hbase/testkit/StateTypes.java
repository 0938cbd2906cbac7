package org.apache.spark.sql.hbase.testkit;

import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;

/** The state columns of aggregates, written down a second time from sub_plan.proto. */
public final class StateTypes {
  private StateTypes() {}

  /** From the call's function, arguments and mode. */
  public static List<SqlType> of(AggregateCall call) {
    List<SqlType> arguments =
        call.getArgumentsList().stream().map(argument -> SqlTypes.of(argument.getType())).toList();
    return switch (call.getFunction()) {
      case COUNT -> List.of(SqlType.BIGINT);
      case SUM -> sum(arguments.get(0), call.getEvalMode());
      case AVG -> {
        boolean isDecimal = arguments.get(0).kind() == SqlType.Kind.DECIMAL;
        yield List.of(isDecimal ? wider(arguments.get(0)) : SqlType.DOUBLE, SqlType.BIGINT);
      }
      case MIN, MAX, BIT_AND, BIT_OR, BIT_XOR, MIN_BY, MAX_BY -> arguments;
      case FIRST, FIRST_NOT_NULL, LAST, LAST_NOT_NULL -> List.of(arguments.get(0), SqlType.BOOLEAN);
      case VARIANCE -> doubles(3);
      case SKEWNESS, COVARIANCE -> doubles(4);
      case KURTOSIS -> doubles(5);
      case CORRELATION -> doubles(6);
      case REGRESSION -> doubles(7);
      case APPROX_COUNT_DISTINCT -> {
        int registers = 1 << call.getArguments(1).getLiteral().getInteger();
        yield Collections.nCopies(registers / 10 + 1, SqlType.BIGINT);
      }
      default -> throw new IllegalArgumentException("no aggregate: " + call.getFunction());
    };
  }

  private static List<SqlType> sum(SqlType argument, EvalMode mode) {
    return switch (argument.kind()) {
      case DECIMAL -> List.of(wider(argument), SqlType.BOOLEAN);
      case FLOAT, DOUBLE -> List.of(SqlType.DOUBLE);
      default ->
          mode == EvalMode.TRY ? List.of(SqlType.BIGINT, SqlType.BOOLEAN) : List.of(SqlType.BIGINT);
    };
  }

  private static SqlType wider(SqlType decimal) {
    return SqlType.decimal(
        Math.min(SqlType.MAX_PRECISION, decimal.precision() + 10), decimal.scale());
  }

  private static List<SqlType> doubles(int count) {
    return Collections.nCopies(count, SqlType.DOUBLE);
  }
}
