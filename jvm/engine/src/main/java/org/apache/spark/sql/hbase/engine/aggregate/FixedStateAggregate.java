package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** An aggregate whose state has no values of variable length, and to which NULL is nothing. */
abstract class FixedStateAggregate extends PartialAggregate {
  FixedStateAggregate(List<SqlType> stateTypes) {
    super(stateTypes);
  }

  @Override
  public final boolean skipsNull(int argument) {
    return true;
  }

  @Override
  public final long variableBytes() {
    return 0;
  }

  @Override
  public final long maxVariableBytes(ColumnVector[] arguments, SelectedRows rows) {
    return 0;
  }
}
