package org.apache.spark.sql.hbase.engine.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.RunBounds;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.testkit.ColumnarRows;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureCell;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.junit.jupiter.api.Test;

/** Tests that any bytes in row keys and cells decode, or are refused with a reason. */
class TestFuzzedCells {
  private static final String[] TEXTS = {
    "1",
    "-12.5",
    "true",
    "2024-02-29",
    "2024-02-29 10:11:12.5",
    "1e9",
    "NaN",
    "9999999999999999999",
    "{\"x\":1,\"name\":\"a\"}",
    "[1,2",
    "{\"a\":{}}"
  };

  /** Vectors of the one row of an attempt; of many rows they would cost more than the rest. */
  private static final RunBounds BOUNDS =
      new RunBounds(1, 1 << 16, 1 << 16, Long.MAX_VALUE / 4, 1, 8);

  private final FuzzRun fuzz = new FuzzRun(50_000);
  private final FixtureTable packed = FuzzTable.of(FixtureTable.Layout.PACKED, new Random(1));
  private final FixtureTable columns = FuzzTable.of(FixtureTable.Layout.COLUMNS, new Random(1));
  private final List<CompiledSubPlan> packedPlans = List.of(projecting(packed.toMessage()));
  private final List<CompiledSubPlan> columnPlans = new ArrayList<>();

  TestFuzzedCells() {
    for (Encoding encoding :
        List.of(Encoding.ORDERED, Encoding.HBASE, Encoding.TEXT, Encoding.JSON, Encoding.AVRO)) {
      columnPlans.add(projecting(withEncoding(columns.toMessage(), encoding)));
    }
  }

  @Test
  void everyRowDecodesOrIsRefused() {
    fuzz.run(
        new FuzzRun.Attempt() {
          private FixtureRow row;
          private CompiledSubPlan plan;

          @Override
          public byte[] input(Random random) {
            boolean isPacked = random.nextBoolean();
            List<CompiledSubPlan> plans = isPacked ? packedPlans : columnPlans;
            List<FixtureRow> rows = (isPacked ? packed : columns).rows();
            plan = plans.get(random.nextInt(plans.size()));
            row = damaged(rows.get(random.nextInt(rows.size())), random);
            return row.rowKey();
          }

          @Override
          public void run(byte[] input) throws IOException {
            EngineRun.of(plan, new InMemoryRowSource(plan, List.of(row)), BOUNDS);
          }
        });
    System.out.println("fuzzed rows: " + fuzz);
    fuzz.report("fuzzed rows");
  }

  @Test
  void everyGroupOfRowsDecodesOrIsRefused() {
    int groupBits = 62;
    FuzzRun groupFuzz = new FuzzRun(10_000);
    CompiledSubPlan plan = projecting(ColumnarRows.layout(packed, groupBits));
    List<FixtureRow> groups = ColumnarRows.changed(packed, groupBits, new Random(1));
    groupFuzz.run(
        new FuzzRun.Attempt() {
          private FixtureRow group;

          @Override
          public byte[] input(Random random) {
            group = damaged(groups.get(random.nextInt(groups.size())), random);
            if (random.nextInt(8) == 0) {
              group = renamed(group, random);
            }
            return group.rowKey();
          }

          @Override
          public void run(byte[] input) throws IOException {
            EngineRun.of(plan, new InMemoryRowSource(plan, List.of(group)), BOUNDS);
          }
        });
    System.out.println("fuzzed groups: " + groupFuzz);
    groupFuzz.report("fuzzed groups of rows");
  }

  /** Its cells have qualifiers that nobody writes, or that others of them have. */
  private static FixtureRow renamed(FixtureRow row, Random random) {
    List<FixtureCell> cells = new ArrayList<>();
    for (FixtureCell cell : row.cells()) {
      byte[] other = row.cells().get(random.nextInt(row.cells().size())).name();
      byte[] name = random.nextInt(3) > 0 ? cell.name() : damaged(cell.name(), other, random);
      cells.add(new FixtureCell(name, cell.timestamp(), cell.value()));
    }
    return new FixtureRow(row.rowKey(), cells);
  }

  /** Family and its length stay: HBase keeps them apart. */
  private static byte[] damaged(byte[] name, byte[] other, Random random) {
    int family = 1 + name[0];
    byte[] qualifier =
        BytesMutator.mutate(
            Arrays.copyOfRange(name, family, name.length),
            Arrays.copyOfRange(other, family, other.length),
            random);
    byte[] damaged = Arrays.copyOf(name, family + qualifier.length);
    System.arraycopy(qualifier, 0, damaged, family, qualifier.length);
    return damaged;
  }

  private static FixtureRow damaged(FixtureRow row, Random random) {
    byte[] key = random.nextInt(8) == 0 ? damaged(row.rowKey(), random) : row.rowKey();
    List<FixtureCell> cells = new ArrayList<>();
    for (FixtureCell cell : row.cells()) {
      boolean isHit = row.cells().size() == 1 || random.nextInt(8) == 0;
      byte[] value = isHit ? damaged(cell.value(), random) : cell.value();
      cells.add(new FixtureCell(cell.name(), cell.timestamp(), value));
    }
    return new FixtureRow(key, cells);
  }

  private static byte[] damaged(byte[] bytes, Random random) {
    if (random.nextInt(4) == 0) {
      return TEXTS[random.nextInt(TEXTS.length)].getBytes(StandardCharsets.UTF_8);
    }
    byte[] noise = new byte[random.nextInt(40)];
    random.nextBytes(noise);
    return BytesMutator.mutate(bytes, noise, random);
  }

  private static CompiledSubPlan projecting(TableLayout layout) {
    List<Expression> all = new ArrayList<>();
    for (int i = 0; i < layout.getColumnsCount(); i++) {
      all.add(Plans.column(i, SqlTypes.of(layout.getColumns(i).getType())));
    }
    return CompiledSubPlan.compile(
        SubPlans.parse(
            SubPlan.newBuilder()
                .setFormatVersion(SubPlans.FORMAT_VERSION)
                .setTable(layout)
                .addOperators(Plans.project(all.toArray(Expression[]::new)))
                .build()
                .toByteArray()));
  }

  /** With the columns for which the encoding is defined in it. */
  private static TableLayout withEncoding(TableLayout layout, Encoding encoding) {
    TableLayout result = layout;
    for (int i = 0; i < layout.getColumnsCount(); i++) {
      Column column = layout.getColumns(i);
      if (column.hasCell()) {
        TableLayout changed =
            result.toBuilder()
                .setColumns(
                    i,
                    column.toBuilder().setCell(column.getCell().toBuilder().setEncoding(encoding)))
                .build();
        result = isLegal(changed) ? changed : result;
      }
    }
    return result;
  }

  private static boolean isLegal(TableLayout layout) {
    try {
      projecting(layout);
      return true;
    } catch (PlanException e) {
      return false;
    }
  }
}
