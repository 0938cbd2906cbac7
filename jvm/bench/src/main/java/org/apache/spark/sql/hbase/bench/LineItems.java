package org.apache.spark.sql.hbase.bench;

import java.util.List;
import java.util.Random;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;

/** Rows like those of TPC-H's {@code lineitem}, with the columns that queries 1 and 6 look at. */
final class LineItems {
  static final int ROWS = 1024;

  static final int KEY = 0;
  static final int QUANTITY = 1;
  static final int PRICE = 2;
  static final int DISCOUNT = 3;
  static final int TAX = 4;
  static final int RETURN_FLAG = 5;
  static final int LINE_STATUS = 6;
  static final int SHIP_DATE = 7;
  static final int SHIP_MODE = 8;
  static final int COMMENT = 9;

  static final SqlType MONEY = SqlType.decimal(12, 2);

  static final List<FixtureColumn> COLUMNS =
      List.of(
          new FixtureColumn("l_key", SqlType.BIGINT),
          new FixtureColumn("l_quantity", MONEY),
          new FixtureColumn("l_extendedprice", MONEY),
          new FixtureColumn("l_discount", MONEY),
          new FixtureColumn("l_tax", MONEY),
          new FixtureColumn("l_returnflag", SqlType.STRING),
          new FixtureColumn("l_linestatus", SqlType.STRING),
          new FixtureColumn("l_shipdate", SqlType.DATE),
          new FixtureColumn("l_shipmode", SqlType.STRING),
          new FixtureColumn("l_comment", SqlType.STRING));

  static final List<SqlType> TYPES = COLUMNS.stream().map(FixtureColumn::type).toList();

  private static final String[] SHIP_MODES = {
    "AIR", "FOB", "MAIL", "RAIL", "REG AIR", "SHIP", "TRUCK"
  };

  private static final String[] WORDS = {"carefully", "final", "deposits", "sleep", "é", "quickly"};

  private LineItems() {}

  /** One row; money in hundredths, the date in days since 1970. */
  private static Object[] row(long key, Random random) {
    return new Object[] {
      key,
      100 * (1 + random.nextInt(50)),
      90_000 + random.nextInt(9_000_000),
      random.nextInt(11),
      random.nextInt(9),
      String.valueOf("ANR".charAt(random.nextInt(3))),
      random.nextBoolean() ? "F" : "O",
      8_036 + random.nextInt(2_526),
      SHIP_MODES[random.nextInt(SHIP_MODES.length)],
      WORDS[random.nextInt(WORDS.length)] + " " + WORDS[random.nextInt(WORDS.length)] + " " + key
    };
  }

  static FixtureTable table(FixtureTable.Layout layout) {
    FixtureTable table = new FixtureTable(COLUMNS, 1, layout);
    Random random = new Random(1);
    for (int i = 0; i < ROWS; i++) {
      table.add(row(i, random));
    }
    return table;
  }

  /** Makes the rows as vectors. */
  static ColumnBatch batch() {
    ColumnVector[] columns =
        TYPES.stream().map(type -> new ColumnVector(type, ROWS)).toArray(ColumnVector[]::new);
    ColumnBatch batch = new ColumnBatch(columns, ROWS);
    Random random = new Random(1);
    for (int i = 0; i < ROWS; i++) {
      Object[] values = row(i, random);
      for (int c = 0; c < columns.length; c++) {
        if (values[c] instanceof String text) {
          byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
          columns[c].putBytes(bytes, 0, bytes.length);
        } else {
          columns[c].putLong(((Number) values[c]).longValue());
        }
      }
    }
    batch.setRowCount(ROWS);
    return batch;
  }
}
