package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneMaps;
import org.apache.spark.sql.hbase.coprocessor.fixture.CellsTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.FrameScan;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumberCondition;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumberRange;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumbersTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.Plans;
import org.apache.spark.sql.hbase.coprocessor.fixture.SharedCluster;
import org.apache.spark.sql.hbase.coprocessor.server.ServerState;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Literal;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A second query reads only the blocks in which a row may pass, and gives the rows of a plain scan.
 */
class ITZoneMaps extends ClusterTest {
  private static final byte[] X = CellsTable.QUALIFIERS[0];
  private static final NumberRange LAST = new NumberRange(CellsTable.A, 2_900, 5_000);

  @ParameterizedTest
  @EnumSource(DataBlockEncoding.class)
  void theSecondQueryReadsOnlyBlocksInWhichARowMayPass(DataBlockEncoding encoding)
      throws IOException {
    CellsTable table = numbers(encoding).compact();

    CellsTable.Read first = table.readAsScanned(new Scan(), LAST);
    long before = SharedCluster.blocksAskedFor();
    CellsTable.Read second = table.read(new Scan(), LAST);
    long asked = SharedCluster.blocksAskedFor() - before;

    assertEquals(first.rows(), second.rows());
    assertEquals(0, first.skippedBlocks());
    assertTrue(asked < first.blocks(), asked + " " + first);
    assertEquals(100, second.rows().size());
    assertTrue(second.skippedBlocks() >= 8, second.toString());
    assertTrue(second.blocks() <= 5, second.toString());
    assertTrue(second.fromStoreFiles() < 1_000, second.toString());
  }

  @Test
  void everyRangeOfTheColumnUsesWhatOneQueryLearned() throws IOException {
    CellsTable table = numbers(DataBlockEncoding.NONE).compact();
    table.readAsScanned(new Scan(), LAST);

    for (long min = 0; min < 3_000; min += 271) {
      CellsTable.Read read =
          table.readAsScanned(new Scan(), new NumberRange(CellsTable.A, min, min + 50));
      assertTrue(read.skippedBlocks() >= 6, read.toString());
    }
    CellsTable.Read nothing =
        table.readAsScanned(new Scan(), new NumberRange(CellsTable.A, -5, -1));
    assertEquals(1, nothing.blocks());
    assertEquals(0, nothing.fromStoreFiles());
  }

  @Test
  void partsOfATableAreLearnedByTheQueriesThatReadThem() throws IOException {
    CellsTable table = numbers(DataBlockEncoding.NONE).compact();
    Scan part = new Scan().withStartRow(CellsTable.key(700)).withStopRow(CellsTable.key(2_200));

    assertEquals(0, table.readAsScanned(part, LAST).skippedBlocks());
    CellsTable.Read again = table.readAsScanned(part, LAST);
    CellsTable.Read whole = table.readAsScanned(new Scan(), LAST);

    assertTrue(again.skippedBlocks() >= 3, again.toString());
    assertTrue(whole.skippedBlocks() >= again.skippedBlocks(), whole.toString());
  }

  /** Conditions for which NULL is a value like any other, each as Java says it. */
  private enum WithNulls implements NumberCondition {
    IS_NOT_DISTINCT_FROM_NULL_NEGATED(number -> number != null) {
      @Override
      Expression of(Expression number) {
        return not(NumberRange.call(Function.EQUAL_NULL_SAFE, number, nullOf(Plans.BIGINT)));
      }
    },
    EQUAL_IS_NOT_TRUE(number -> number == null || number != 1) {
      @Override
      Expression of(Expression number) {
        Expression isOne = NumberRange.call(Function.EQUAL_NULL_SAFE, number, one());
        return not(NumberRange.call(Function.EQUAL_NULL_SAFE, isOne, yes()));
      }
    },
    EQUAL(number -> number != null && number == 1) {
      @Override
      Expression of(Expression number) {
        return NumberRange.call(Function.EQUAL_NULL_SAFE, number, one());
      }
    };

    private final Predicate<Long> accepts;

    WithNulls(Predicate<Long> accepts) {
      this.accepts = accepts;
    }

    abstract Expression of(Expression number);

    @Override
    public byte[] family() {
      return CellsTable.A;
    }

    @Override
    public boolean accepts(Result row) {
      byte[] value = row.getValue(family(), CellsTable.NUMBER);
      return accepts.test(value == null ? null : Bytes.toLong(value));
    }

    @Override
    public Operator filter(int column) {
      return Plans.filter(of(Plans.column(column, Plans.BIGINT)));
    }

    private static Expression not(Expression condition) {
      return Expression.newBuilder()
          .setType(Plans.BOOLEAN)
          .setCall(Call.newBuilder().setFunction(Function.NOT).addArguments(condition))
          .build();
    }

    private static Expression nullOf(DataType type) {
      return literal(type, Literal.newBuilder().setNull(true));
    }

    private static Expression one() {
      return literal(Plans.BIGINT, Literal.newBuilder().setInteger(1));
    }

    private static Expression yes() {
      return literal(Plans.BOOLEAN, Literal.newBuilder().setBoolean(true));
    }

    private static Expression literal(DataType type, Literal.Builder value) {
      return Expression.newBuilder().setType(type).setLiteral(value).build();
    }
  }

  /** A third of the blocks has 1 only, a third has other numbers, a third has NULL only. */
  @ParameterizedTest
  @EnumSource(WithNulls.class)
  void nullIsNeverTakenForAValue(WithNulls condition) throws IOException {
    CellsTable table = CellsTable.create(connection);
    List<Mutation> rows = new ArrayList<>();
    for (int row = 0; row < 3_000; row++) {
      rows.add(
          row < 2_000
              ? CellsTable.number(row, CellsTable.A, row < 1_000 ? 1 : row)
              : new Put(CellsTable.key(row)).addColumn(CellsTable.A, X, new byte[200]));
    }
    table.write(rows).compact();
    table.readAsScanned(new Scan(), new NumberRange(CellsTable.A, 1, 1));

    table.readAsScanned(new Scan(), condition);
    CellsTable.Read again = table.readAsScanned(new Scan(), condition);

    assertEquals(0, again.fromScanner().size());
  }

  @Test
  void dirtyRowsAreNeverPassedOver() throws IOException {
    CellsTable table = numbers(DataBlockEncoding.NONE).compact();
    table.readAsScanned(new Scan(), LAST);
    List<Mutation> changes = new ArrayList<>();
    for (int row = 10; row < 2_000; row += 150) {
      // Into the range, out of it, and beside it.
      changes.add(CellsTable.number(row, CellsTable.A, 3_000 + row));
      changes.add(CellsTable.number(row + 1, CellsTable.A, -1));
      changes.add(new Put(CellsTable.key(row + 2)).addColumn(CellsTable.B, X, new byte[3]));
      changes.add(new Delete(CellsTable.key(row + 3)).addColumns(CellsTable.A, X));
      changes.add(new Delete(CellsTable.key(row + 4)));
      changes.add(new Delete(CellsTable.key(row + 5)).addFamilyVersion(CellsTable.A, 1));
      changes.add(
          new Put(Bytes.toBytes("row0" + row + "new"))
              .addColumn(CellsTable.A, CellsTable.NUMBER, Bytes.toBytes(4_000L)));
    }
    changes.add(CellsTable.number(2_950, CellsTable.A, 7));
    table.write(changes);

    CellsTable.Read inMemory = table.readAsScanned(new Scan(), LAST);
    CellsTable.Read flushed = table.flush().readAsScanned(new Scan(), LAST);

    assertEquals(100 - 1 + 2 * 14, inMemory.rows().size());
    assertEquals(inMemory.rows(), flushed.rows());
    assertTrue(inMemory.fromScanner().get("DIRTY_ROW") > 0, inMemory.toString());
  }

  @Test
  void rowsThatBeginInOneBlockAndEndInAnotherAreWhole() throws IOException {
    // Each of the four cells of a row lies in a block of its own, the number in the last one.
    CellsTable table =
        CellsTable.create(connection, Map.of(), family -> family.setBlocksize(1_024));
    List<Put> puts = new ArrayList<>();
    for (int row = 0; row < 300; row++) {
      Put put = CellsTable.number(row, CellsTable.A, row);
      for (byte[] qualifier : CellsTable.QUALIFIERS) {
        put.addColumn(CellsTable.A, qualifier, new byte[1_000]);
      }
      puts.add(put);
    }
    table.write(puts).compact();
    table.readAsScanned(new Scan(), LAST);

    for (int row = 0; row < 300; row += 7) {
      NumberRange one = new NumberRange(CellsTable.A, row, row);
      assertEquals(1, table.readAsScanned(new Scan(), one).rows().size());
    }
  }

  @Test
  void allVersionsOfACellAndRowsWithoutOneAreCounted() throws IOException {
    CellsTable table = CellsTable.create(connection, Map.of(), family -> family.setMaxVersions(3));
    table.loadNumbers(0, 3_000, CellsTable.A, 200);
    List<Mutation> puts = new ArrayList<>();
    List<Mutation> deletes = new ArrayList<>();
    for (int row = 0; row < 3_000; row += 500) {
      puts.add(CellsTable.number(row, CellsTable.A, 8_000));
      puts.add(CellsTable.number(row + 1, CellsTable.A, 8_000));
      deletes.add(new Delete(CellsTable.key(row + 1)).addColumn(CellsTable.A, CellsTable.NUMBER));
      deletes.add(new Delete(CellsTable.key(row + 2)).addColumns(CellsTable.A, CellsTable.NUMBER));
    }
    table.write(puts).write(deletes).flush();
    NumberRange newest = new NumberRange(CellsTable.A, 8_000, 8_000);
    NumberRange older = new NumberRange(CellsTable.A, 501, 502);
    for (int i = 0; i < 2; i++) {
      table.readAsScanned(new Scan(), newest);
      table.readAsScanned(new Scan(), older);
    }
    assertEquals(1, table.readAsScanned(new Scan(), older).rows().size());
  }

  @Test
  void theFamilyOfTheColumnDecidesForAll() throws IOException {
    CellsTable table = CellsTable.create(connection).loadNumbers(0, 2_000, CellsTable.A, 300);
    // Rows 500 to 899 have no cell in the other family, whose numbers run backwards.
    List<Put> puts = new ArrayList<>();
    for (int row = 0; row < 2_000; row++) {
      if (row < 500 || row >= 900) {
        puts.add(
            CellsTable.number(row, CellsTable.B, -row).addColumn(CellsTable.B, X, new byte[99]));
      }
    }
    table.write(puts).compact();
    for (int i = 0; i < 2; i++) {
      for (byte[] family : new byte[][] {CellsTable.A, CellsTable.B}) {
        for (long min = -2_000; min < 2_000; min += 130) {
          table.readAsScanned(new Scan(), new NumberRange(family, min, min + 20));
        }
      }
    }
    NumberRange inB = new NumberRange(CellsTable.B, -1_999, -1_990);
    CellsTable.Read read = table.readAsScanned(new Scan(), inB);
    assertTrue(read.fromStoreFiles() < 600, read.toString());
  }

  @Test
  void whatOneReadPointDoesNotSeeIsNotForgottenForOthers() throws IOException {
    CellsTable table = numbers(DataBlockEncoding.FAST_DIFF).compact();
    HRegion region = table.regions().get(0);
    long readPoint = region.getMVCC().getReadPoint();
    NumberRange range = new NumberRange(CellsTable.A, 6_000, 6_000);
    // Holds the read point, so that the compaction keeps what was visible there.
    try (FrameScan holder =
        FrameScan.open(connection, table.name(), table.plan(range), new Scan())) {
      table.write(CellsTable.number(1_234, CellsTable.A, 6_000)).compact();
      Scan old = new Scan();
      PackagePrivateFieldAccessor.setMvccReadPoint(old, readPoint);
      CellsTable.Read before = table.readInServer(region, old, table.plan(range));
      assertEquals(List.of(), before.rows());
      assertTrue(holder.next());
    }
    assertEquals(1, table.readAsScanned(new Scan(), range).rows().size());
  }

  @Test
  void bytesThatAreNoNumberRaiseTheSameErrorAgain() throws IOException {
    CellsTable table = numbers(DataBlockEncoding.NONE);
    table.write(
        new Put(CellsTable.key(1_500)).addColumn(CellsTable.A, CellsTable.NUMBER, new byte[3]));
    table.compact();
    // The rows before the wrong one are learned, the zone around it is not.
    Scan head = new Scan().withStopRow(CellsTable.key(1_400));
    table.readAsScanned(head, LAST);
    for (int i = 0; i < 3; i++) {
      IOException error =
          assertThrows(
              IOException.class,
              () -> FrameScan.all(connection, table.name(), table.plan(LAST), new Scan()));
      assertTrue(error.getMessage().contains("CORRUPT_VALUE"), error.getMessage());
    }
  }

  @Test
  void packedFieldsAreLearnedToo() throws IOException {
    NumbersTable table =
        NumbersTable.create(connection, NumbersTable.Layout.PACKED, Map.of())
            .load(connection, 0, 12_000)
            .flush(connection);
    SubPlan plan = Plans.rowsFrom(table, 11_500);

    List<ResultFrame> first = FrameScan.all(connection, table.name(), plan, new Scan());
    List<ResultFrame> second = FrameScan.all(connection, table.name(), plan, new Scan());

    assertEquals(450, FrameScan.rows(first));
    assertEquals(450, FrameScan.rows(second));
    assertEquals(FrameScan.sum(first, 1), FrameScan.sum(second, 1));
    assertEquals(12_000, FrameScan.rowsScanned(first));
    assertTrue(FrameScan.rowsScanned(second) < 3_000);
  }

  @Test
  void compactionsAndMovesLeaveNothingBehind() throws IOException {
    CellsTable table = numbers(DataBlockEncoding.NONE).compact();
    ZoneMaps maps = ServerState.current().zoneMaps();
    long others = maps.heldBytes();
    table.readAsScanned(new Scan(), LAST);
    long learned = maps.heldBytes();
    table.readAsScanned(new Scan(), LAST);
    assertTrue(learned > others);
    assertEquals(learned, maps.heldBytes());

    table.load(0, 10, "v").compact();
    assertEquals(others, maps.heldBytes());

    table.readAsScanned(new Scan(), LAST);
    assertTrue(maps.heldBytes() > others);
    table.move();
    assertEquals(others, maps.heldBytes());
    table.readAsScanned(new Scan(), LAST);
    assertTrue(table.readAsScanned(new Scan(), LAST).skippedBlocks() > 0);
  }

  @Test
  void aRowThatIsWrittenAllTheTimeIsAlwaysFound() throws Exception {
    CellsTable table = numbers(DataBlockEncoding.NONE).compact();
    NumberRange range = new NumberRange(CellsTable.A, 7_000, 7_001);
    table.write(CellsTable.number(1_234, CellsTable.A, 7_000));
    AtomicBoolean isOver = new AtomicBoolean();
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; !isOver.get(); i++) {
                try {
                  table.write(CellsTable.number(1_234, CellsTable.A, 7_000 + i % 2));
                  if (i % 50 == 0) {
                    table.flush();
                  }
                  if (i % 170 == 0) {
                    table.compact();
                  }
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              }
            });
    try {
      for (int i = 0; i < 60; i++) {
        assertEquals(1, table.read(new Scan(), range).rows().size());
      }
    } finally {
      isOver.set(true);
    }
    writer.get(1, TimeUnit.MINUTES);
  }

  private static CellsTable numbers(DataBlockEncoding encoding) throws IOException {
    return CellsTable.create(connection, Map.of(), family -> family.setDataBlockEncoding(encoding))
        .loadNumbers(0, 3_000, CellsTable.A, 200);
  }
}
