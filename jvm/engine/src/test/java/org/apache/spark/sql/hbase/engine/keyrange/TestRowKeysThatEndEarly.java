package org.apache.spark.sql.hbase.engine.keyrange;

import static org.apache.spark.sql.hbase.engine.keyrange.RandomKeyTable.is;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPart;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RowCursor;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.Values;
import org.junit.jupiter.api.Test;

/** Row keys of Phoenix, which leaves out NULLs at their end and the terminator in front of them. */
class TestRowKeysThatEndEarly {
  private static final KeyPart TEXT = of(SqlType.STRING, false);
  private static final KeyPart DESCENDING = of(SqlType.STRING, true);

  private static KeyPart of(SqlType type, boolean descending) {
    return new KeyPart(type, ValueEncoding.PHOENIX, descending);
  }

  private static RandomKeyTable table(KeyPart... parts) {
    return new RandomKeyTable(new Random(1), List.of(parts), Optional.empty());
  }

  private static Expression equal(RandomKeyTable table, String... values) {
    Expression all = null;
    for (int part = 0; part < values.length; part++) {
      if (values[part] != null) {
        Expression one = is(Function.EQUAL, table.column(part), table.literal(part, values[part]));
        all = all == null ? one : is(Function.AND, all, one);
      }
    }
    return all;
  }

  private static KeyRanges ranges(RandomKeyTable table, String... values) {
    return KeyRanges.of(table.plan(equal(table, values)));
  }

  private static String text(KeyRanges keys) {
    HexFormat hex = HexFormat.of();
    return String.join(
        " ",
        keys.ranges().stream()
            .map(r -> hex.formatHex(r.start()) + "-" + hex.formatHex(r.stop()))
            .toList());
  }

  @Test
  void aConditionHoldsThoseOfItsValue() {
    RandomKeyTable table = table(TEXT, TEXT, TEXT);
    assertEquals("78-7801", text(ranges(table, "x")));
    assertEquals("780079-78007901", text(ranges(table, "x", "y")));
    assertEquals("78-780001", text(ranges(table, "x", "")));
    assertEquals("78-780001", text(ranges(table, "x", "", null)));
    // The first is of a row with c = NULL, the others are the row key of others than Phoenix.
    assertEquals("78-78000000", text(ranges(table, "x", "", "")));
  }

  @Test
  void valuesThatAreThereArePointsAsEver() {
    RandomKeyTable table = table(TEXT, TEXT, TEXT);
    List<byte[]> keys = ranges(table, "x", "y", "z").rowKeys(10).orElseThrow();
    assertEquals(List.of("780079007a"), keys.stream().map(HexFormat.of()::formatHex).toList());
    assertEquals(1, ranges(table, "x", "y", "z").mostRows());
    // Of which one is without terminator.
    assertEquals(Optional.empty(), ranges(table, "x", "y", "").rowKeys(10));
    assertEquals(2, ranges(table, "x", "y", "").mostRows());
  }

  @Test
  void whatCannotBeReadIsAnErrorUnlessAConditionRejectsIt() throws IOException {
    for (KeyPart last : List.of(DESCENDING, of(SqlType.decimal(9, 2), false))) {
      RandomKeyTable table = table(TEXT, last);
      List<byte[]> keys = Stream.of("77", "78").map(HexFormat.of()::parseHex).toList();
      assertEquals("78-7801", text(ranges(table, "x")));
      CodecException e =
          assertThrows(
              CodecException.class,
              () -> table.run(table.plan(equal(table, "x")), List.of(keys.get(1))));
      assertEquals(CodecException.Code.ROW_KEY_TOO_SHORT, e.code());
    }
    assertEquals("780086ff-780087", text(ranges(table(TEXT, DESCENDING), "x", "y")));
  }

  @Test
  void aNullInADescendingColumnIsNotPassedOver() {
    RandomKeyTable table = table(DESCENDING, DESCENDING);
    RowCursor cursor = ranges(table, null, "y").newCursor(new byte[0]).orElseThrow();
    // The byte of NULL, and (b) 'y'.
    byte[] row = HexFormat.of().parseHex("0086ff");
    assertTrue(cursor.holds(row, 0, row.length));
  }

  @Test
  void aListOfValuesHoldsThemInPartsThatEndBehindThem() throws IOException {
    RandomKeyTable table = table(TEXT, TEXT);
    Values.Builder values = Values.newBuilder().addBinaries(ByteString.copyFromUtf8("x"));
    for (int i = 1; i < ListedKeys.MIN_VALUES; i++) {
      values.addBinaries(ByteString.copyFromUtf8("y" + i));
    }
    Expression column = table.column(0);
    Expression listed = Expression.newBuilder().setType(column.getType()).setValues(values).build();
    SubPlan plan = table.plan(is(Function.IN, column, listed));
    byte[] key = {'x'};
    SubPlan rest = ResidualPlan.of(plan).within(key, new byte[] {'x', 0});
    assertNotEquals(plan, rest);
    assertEquals(List.of(0), table.run(plan, List.of(key)));
    assertEquals(List.of(0), table.run(rest, List.of(key)), rest::toString);
  }
}
