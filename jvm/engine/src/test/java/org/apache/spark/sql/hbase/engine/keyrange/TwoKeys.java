package org.apache.spark.sql.hbase.engine.keyrange;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** A table with the key (a SMALLINT, b SMALLINT), 8000 0000 and up for zero, and a value v. */
public final class TwoKeys {
  public static final FixtureTable TABLE =
      new FixtureTable(
          List.of(
              new FixtureColumn("a", SqlType.SMALLINT),
              new FixtureColumn("b", SqlType.SMALLINT),
              new FixtureColumn("v", SqlType.SMALLINT)),
          2,
          FixtureTable.Layout.PACKED);

  private TwoKeys() {}

  public static Expression is(Function function, int column, long value) {
    return is(function, Plans.column(TABLE, column), value);
  }

  public static Expression is(Function function, Expression operand, long value) {
    return Plans.call(function, SqlType.BOOLEAN, operand, Plans.integer(value, SqlType.SMALLINT));
  }
}
