package org.apache.spark.sql.hbase.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.keyrange.RowCursor;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.junit.jupiter.api.Test;

/** The key is (a SMALLINT, b STRING, c SMALLINT). */
class TestKeyGroups {
  private static final HexFormat HEX = HexFormat.of();
  private static final FixtureTable TABLE =
      new FixtureTable(
          List.of(
              new FixtureColumn("a", SqlType.SMALLINT),
              new FixtureColumn("b", SqlType.STRING),
              new FixtureColumn("c", SqlType.SMALLINT),
              new FixtureColumn("v", SqlType.SMALLINT)),
          3,
          FixtureTable.Layout.PACKED);

  private final Expression a = Plans.column(TABLE, 0);
  private final Expression b = Plans.column(TABLE, 1);
  private final Expression c = Plans.column(TABLE, 2);
  private final Expression v = Plans.column(TABLE, 3);

  @Test
  void groupsByTheFirstColumnsOfTheKeyNeedOneRowEach() {
    assertEquals(1, groupColumns(Plans.aggregate(List.of(a))));
    assertEquals(2, groupColumns(Plans.aggregate(List.of(a, b))));
    // A value of b is found in each of a.
    assertEquals(2, groupColumns(Plans.aggregate(List.of(b))));
    assertEquals(2, groupColumns(above(b), Plans.aggregate(List.of(a))));
  }

  @Test
  void whateverElseIsLookedAtNeedsAllRows() {
    assertEquals(0, groupColumns(Plans.aggregate(List.of(a, b, c))));
    assertEquals(0, groupColumns(Plans.aggregate(List.of(v))));
    assertEquals(0, groupColumns(above(v), Plans.aggregate(List.of(a))));
    assertEquals(0, groupColumns(Plans.aggregate(List.of(a), Plans.countRows())));
    assertEquals(0, groupColumns(Plans.project(a)));
    assertEquals(0, groupColumns(above(a)));
  }

  @Test
  void aGroupIsPassedOnceARowOfItWasDelivered() {
    RowCursor cursor = cursor(HEX.parseHex("8009"));
    assertTrue(holds(cursor, "800178008000"));
    // That row turned out not to exist.
    assertTrue(holds(cursor, "800178008001"));
    deliver(cursor, "800178008001");
    assertFalse(holds(cursor, "800178008002"));
    assertArrayEquals(HEX.parseHex("8002"), cursor.nextRow());
    assertTrue(holds(cursor, "800361008000"));
    deliver(cursor, "800361008000");
    assertFalse(holds(cursor, "800378008000"));
    assertTrue(holds(cursor, "800861008000"));
    deliver(cursor, "800861008000");
    assertFalse(holds(cursor, "800862008000"));
    assertNull(cursor.nextRow());
    assertTrue(cursor.isAtEnd());
  }

  private static RowCursor cursor(byte[] stopRow) {
    return Plans.compile(TABLE, Plans.aggregate(List.of(Plans.column(TABLE, 0))))
        .newRowCursor(stopRow)
        .orElseThrow();
  }

  private static boolean holds(RowCursor cursor, String row) {
    byte[] key = HEX.parseHex("ee" + row + "ee");
    return cursor.holds(key, 1, key.length - 2);
  }

  private static void deliver(RowCursor cursor, String row) {
    byte[] key = HEX.parseHex("ee" + row + "ee");
    cursor.delivered(key, 1, key.length - 2);
  }

  private static Operator above(Expression column) {
    return Plans.filter(Plans.call(Function.IS_NOT_NULL, SqlType.BOOLEAN, column));
  }

  private static int groupColumns(Operator... operators) {
    return KeyGroups.columnsOf(Plans.plan(TABLE, operators));
  }
}
