package org.apache.spark.sql.hbase.client.bench;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * Rows like TPC-H's lineitem: a BIGINT row key, counted from 0, and 16 value columns. Row {@code n}
 * is the same in every run. Not thread-safe.
 */
final class LineItems {
  static final SqlType MONEY = SqlType.decimal(12, 2);

  static final int ORDER_KEY = 0;
  static final int PART_KEY = 1;
  static final int QUANTITY = 4;
  static final int EXTENDED_PRICE = 5;
  static final int DISCOUNT = 6;
  static final int TAX = 7;
  static final int RETURN_FLAG = 8;
  static final int LINE_STATUS = 9;
  static final int SHIP_DATE = 10;

  /** The value columns in order. */
  static final List<Column> COLUMNS =
      List.of(
          new Column("l_orderkey", SqlType.BIGINT),
          new Column("l_partkey", SqlType.BIGINT),
          new Column("l_suppkey", SqlType.BIGINT),
          new Column("l_linenumber", SqlType.INT),
          new Column("l_quantity", MONEY),
          new Column("l_extendedprice", MONEY),
          new Column("l_discount", MONEY),
          new Column("l_tax", MONEY),
          new Column("l_returnflag", SqlType.STRING),
          new Column("l_linestatus", SqlType.STRING),
          new Column("l_shipdate", SqlType.DATE),
          new Column("l_commitdate", SqlType.DATE),
          new Column("l_receiptdate", SqlType.DATE),
          new Column("l_shipinstruct", SqlType.STRING),
          new Column("l_shipmode", SqlType.STRING),
          new Column("l_comment", SqlType.STRING));

  /** Part numbers, from 0 on. */
  static final int PARTS = 200_000;

  /** 1992-01-01. */
  static final int FIRST_DAY = 8_035;

  static final int DAYS = 2_526;

  /** 1994-01-01. */
  static final int Q6_FIRST_DAY = 8_766;

  /** 1998-09-02. */
  static final int Q1_LAST_DAY = 10_471;

  private static final byte[][] FLAGS = texts("R", "A", "N");
  private static final byte[][] STATUSES = texts("O", "F");
  private static final byte[][] INSTRUCTIONS =
      texts("DELIVER IN PERSON", "COLLECT COD", "NONE", "TAKE BACK RETURN");
  private static final byte[][] MODES =
      texts("REG AIR", "AIR", "RAIL", "SHIP", "TRUCK", "MAIL", "FOB");
  private static final byte[][] COMMENTS =
      texts(
          "carefully final deposits", "quickly regular ideas haggle", "furiously ironic packages");

  record Column(String name, SqlType type) {}

  private LineItems() {}

  static List<SqlType> types() {
    return COLUMNS.stream().map(Column::type).toList();
  }

  /** Puts the values of one row, column by column. */
  static void write(long row, ValueSink sink) {
    SplittableRandom random = new SplittableRandom(row);
    int shipDay = FIRST_DAY + random.nextInt(DAYS);
    long quantity = 1 + random.nextInt(50);
    sink.putLong(row / 4);
    sink.putLong(random.nextInt(PARTS));
    sink.putLong(random.nextInt(10_000));
    sink.putLong(row % 4);
    sink.putLong(100 * quantity);
    sink.putLong(quantity * (90_000 + random.nextInt(100_000)));
    sink.putLong(random.nextInt(11));
    sink.putLong(random.nextInt(9));
    put(FLAGS[random.nextInt(FLAGS.length)], sink);
    put(STATUSES[random.nextInt(STATUSES.length)], sink);
    sink.putLong(shipDay);
    sink.putLong(shipDay + random.nextInt(30));
    sink.putLong(shipDay + random.nextInt(60));
    put(INSTRUCTIONS[random.nextInt(INSTRUCTIONS.length)], sink);
    put(MODES[random.nextInt(MODES.length)], sink);
    put(COMMENTS[random.nextInt(COMMENTS.length)], sink);
  }

  private static void put(byte[] text, ValueSink sink) {
    sink.putBytes(text, 0, text.length);
  }

  private static byte[][] texts(String... texts) {
    byte[][] bytes = new byte[texts.length][];
    for (int i = 0; i < texts.length; i++) {
      bytes[i] = texts[i].getBytes(StandardCharsets.US_ASCII);
    }
    return bytes;
  }
}
