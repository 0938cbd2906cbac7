package org.apache.spark.sql.hbase.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Rows whose row keys are none of the table, key (a SMALLINT, flag BOOLEAN, b SMALLINT). They are
 * too short, too long, and one with a flag that is neither. Nothing but the last says so in column
 * a, which begins a group of rows.
 */
class TestForeignRows {
  private static final List<String> FOREIGN = List.of("01", "800100", "8001020000", "800200800005");

  @ParameterizedTest
  @EnumSource(FixtureTable.Layout.class)
  void areInNoAnswerAndCounted(FixtureTable.Layout layout) throws IOException {
    FixtureTable table = table(layout);
    Expression a = Plans.column(table, 0);
    Expression b = Plans.column(table, 2);
    Expression v = Plans.column(table, 3);
    Expression isLarge =
        Plans.call(Function.GREATER_THAN, SqlType.BOOLEAN, v, Plans.number(3L, SqlType.SMALLINT));
    assertEquals(6, rows(table, Plans.project(a, b, v)).size());
    assertEquals(6, rows(table, Plans.project(v)).size());
    assertEquals(3, rows(table, Plans.filter(isLarge), Plans.project(b)).size());
    assertEquals(List.of(List.of(6L)), rows(table, Plans.aggregate(List.of(), Plans.countRows())));
    // The first row of the second group is a foreign one.
    assertEquals(4, rows(table, Plans.aggregate(List.of(a))).size());
  }

  @ParameterizedTest
  @EnumSource(FixtureTable.Layout.class)
  void endAScanThatLooksAtTheRowKeyUnlessTheTableSaysSo(FixtureTable.Layout layout) {
    FixtureTable table = table(layout);
    CompiledSubPlan plan =
        CompiledSubPlan.compile(plan(table, false, Plans.project(Plans.column(table, 2))));
    assertThrows(
        CodecException.class,
        () -> EngineRun.of(plan, new InMemoryRowSource(plan, table.rows()), EngineRun.WIDE));
  }

  private static List<List<Object>> rows(FixtureTable table, Operator... operators)
      throws IOException {
    SubPlan plan = plan(table, true, operators);
    CompiledSubPlan compiled = CompiledSubPlan.compile(plan);
    EngineRun run =
        EngineRun.of(compiled, new InMemoryRowSource(compiled, table.rows()), EngineRun.WIDE);
    assertEquals(
        FOREIGN.size(),
        run.emissions().stream().mapToLong(each -> each.statistics().getForeignRows()).sum());
    return run.rows();
  }

  private static SubPlan plan(FixtureTable table, boolean setsAside, Operator... operators) {
    SubPlan plan = Plans.plan(table.toMessage(), operators);
    SubPlan.Builder changed = plan.toBuilder();
    changed.getTableBuilder().setSetsAsideForeignRows(setsAside);
    return SubPlans.parse(changed.build().toByteArray());
  }

  private static FixtureTable table(FixtureTable.Layout layout) {
    FixtureTable table =
        new FixtureTable(
            List.of(
                new FixtureColumn("a", SqlType.SMALLINT),
                new FixtureColumn("flag", SqlType.BOOLEAN),
                new FixtureColumn("b", SqlType.SMALLINT),
                new FixtureColumn("v", SqlType.SMALLINT)),
            3,
            layout);
    for (int i = 1; i <= 6; i++) {
      table.add(i / 2, i % 2 == 0, i, i);
    }
    List<FixtureRow> rows = table.rows();
    FixtureRow like = rows.get(0);
    for (String key : FOREIGN) {
      rows.add(new FixtureRow(HexFormat.of().parseHex(key), like.cells()));
    }
    rows.sort(Comparator.comparing(FixtureRow::rowKey, Arrays::compareUnsigned));
    return table;
  }
}
