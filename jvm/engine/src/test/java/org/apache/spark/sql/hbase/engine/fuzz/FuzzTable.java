package org.apache.spark.sql.hbase.engine.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;

/** A few rows with two columns of every type, for plans that come from nowhere. */
final class FuzzTable {
  static final List<SqlType> TYPES =
      List.of(
          SqlType.BIGINT,
          SqlType.BOOLEAN,
          SqlType.TINYINT,
          SqlType.SMALLINT,
          SqlType.INT,
          SqlType.FLOAT,
          SqlType.DOUBLE,
          SqlType.decimal(12, 2),
          SqlType.decimal(38, 10),
          SqlType.STRING,
          SqlType.BINARY,
          SqlType.DATE,
          SqlType.TIMESTAMP,
          SqlType.TIMESTAMP_NTZ,
          FuzzTypes.POINT,
          FuzzTypes.INTS,
          FuzzTypes.POINTS,
          FuzzTypes.COUNTS);

  private static final int ROWS = 12;

  private FuzzTable() {}

  static FixtureTable of(FixtureTable.Layout layout, Random random) {
    List<FixtureColumn> columns = new ArrayList<>();
    for (int i = 0; i < 2 * TYPES.size(); i++) {
      columns.add(new FixtureColumn("c" + i, TYPES.get(i % TYPES.size())));
    }
    FixtureTable table = new FixtureTable(columns, 1, layout);
    for (int row = 0; row < ROWS; row++) {
      Object[] values = new Object[columns.size()];
      values[0] = (long) row;
      for (int i = 1; i < values.length; i++) {
        values[i] = random.nextInt(6) == 0 ? null : value(columns.get(i).type(), random);
      }
      table.add(values);
    }
    return table;
  }

  private static Object value(SqlType type, Random random) {
    return switch (type.kind()) {
      case BOOLEAN -> random.nextBoolean();
      case FLOAT, DOUBLE -> random.nextInt(8) == 0 ? Double.NaN : random.nextInt(100) / 4.0;
      case STRING ->
          List.of("apple", "", "12", "2024-02-29", "\uD83D\uDE00x").get(random.nextInt(5));
      case STRUCT ->
          FuzzTypes.value(type, List.of("{}", "{\"x\":1,\"name\":\"a\"}").get(random.nextInt(2)));
      case ARRAY ->
          FuzzTypes.value(
              type,
              type.equals(FuzzTypes.INTS) ? "[1,null,3]" : "[{\"x\":2},null,{\"name\":\"b\"}]");
      case MAP -> FuzzTypes.value(type, "{\"a\":1,\"\":null}");
      case BINARY -> new byte[] {(byte) random.nextInt(), 1};
      default -> (long) random.nextInt(200) - 100;
    };
  }
}
