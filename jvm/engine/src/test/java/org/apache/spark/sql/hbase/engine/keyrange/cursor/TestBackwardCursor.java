package org.apache.spark.sql.hbase.engine.keyrange.cursor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

/** The key is (a SMALLINT, b STRING); random ones are in {@link TestKeyRangesKeepRows}. */
class TestBackwardCursor {
  private static final FixtureTable TABLE =
      new FixtureTable(
          List.of(
              new FixtureColumn("a", SqlType.SMALLINT),
              new FixtureColumn("b", SqlType.STRING),
              new FixtureColumn("v", SqlType.SMALLINT)),
          2,
          Layout.PACKED);

  @Test
  void withoutAConditionOnTheFirstColumnEachOfItsValuesIsLookedAt() {
    BackwardCursor cursor =
        cursor(
            Plans.call(Function.EQUAL, SqlType.BOOLEAN, Plans.column(TABLE, 1), Plans.string("x")));
    assertJump("80027800", cursor, "800279");
    assertTrue(holds(cursor, "800278"));
    assertJump("8002", cursor, "800277");
    assertJump("80017800", cursor, "800178ff");
  }

  @Test
  void belowTheFirstRangeNothingIsHeld() {
    BackwardCursor cursor =
        cursor(
            Plans.call(
                Function.EQUAL,
                SqlType.BOOLEAN,
                Plans.column(TABLE, 0),
                Plans.integer(5, SqlType.SMALLINT)));
    assertJump("8006", cursor, "8007");
    assertJump("8006", cursor, "8006");
    assertTrue(holds(cursor, "800578"));
    assertJump(null, cursor, "800478");
  }

  private static void assertJump(String expected, BackwardCursor cursor, String row) {
    assertFalse(holds(cursor, row), row);
    if (expected == null) {
      assertNull(cursor.end());
    } else {
      assertEquals(expected, HexFormat.of().formatHex(cursor.end()));
    }
  }

  private static boolean holds(BackwardCursor cursor, String row) {
    return cursor.holds(HexFormat.of().parseHex(row));
  }

  private static BackwardCursor cursor(Expression predicate) {
    return KeyRanges.of(Plans.plan(TABLE, Plans.filter(predicate)))
        .newBackwardCursor()
        .orElseThrow();
  }
}
