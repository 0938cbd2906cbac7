package org.apache.spark.sql.hbase.engine.keyrange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.chunk.GroupKey;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPart;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeys;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.BackwardCursor;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RowCursor;
import org.apache.spark.sql.hbase.engine.keyrange.interval.ByteStrings;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange;
import org.apache.spark.sql.hbase.engine.keyrange.interval.RangeSet;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.RowRange;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.Values;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random keys, rows and predicates: no row that passes the filter lies outside of the ranges, nor
 * is it passed over by a cursor. Nor is the group of such a row.
 */
class TestKeyRangesKeepRows {
  private static final List<SqlType> TYPES =
      List.of(
          SqlType.BOOLEAN,
          SqlType.TINYINT,
          SqlType.INT,
          SqlType.BIGINT,
          SqlType.DATE,
          SqlType.STRING,
          SqlType.DOUBLE,
          SqlType.decimal(9, 2),
          SqlType.decimal(30, 2));
  private static final int ROWS = 60;

  private static final List<SqlType> TYPES_OF_PHOENIX =
      List.of(SqlType.STRING, SqlType.STRING, SqlType.INT, SqlType.decimal(9, 2));

  private static int plansThatBecameLess;
  private static int tuplesThatWereListed;

  private Random random;
  private RandomKeyTable table;

  static IntStream seeds() {
    return RandomKeyTable.seeds(1);
  }

  static IntStream seedsOfPhoenix() {
    return seeds().limit(seeds().count() / 2);
  }

  @AfterAll
  static void somePlansBecameLess() {
    assertTrue(plansThatBecameLess > seeds().count() / 4, () -> plansThatBecameLess + " plans");
    assertTrue(tuplesThatWereListed > seeds().count() / 4, () -> tuplesThatWereListed + " tuples");
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyRowThatPassesLiesInARange(int seed) throws IOException {
    random = new Random(seed);
    List<SqlType> types =
        Stream.generate(() -> TYPES.get(random.nextInt(TYPES.size())))
            .limit(1 + random.nextInt(3))
            .toList();
    checkRowsOf(RandomKeyTable.partsOf(random, types).stream().map(this::orOfPhoenix).toList());
  }

  /** Row keys may lack what is empty at their end. */
  @ParameterizedTest
  @MethodSource("seedsOfPhoenix")
  void everyRowOfPhoenixThatPassesLiesInARange(int seed) throws IOException {
    random = new Random(seed);
    List<KeyPart> parts =
        Stream.generate(() -> TYPES_OF_PHOENIX.get(random.nextInt(TYPES_OF_PHOENIX.size())))
            .limit(random.nextInt(3))
            .map(type -> new KeyPart(type, ValueEncoding.PHOENIX, random.nextInt(4) == 0))
            .collect(Collectors.toCollection(ArrayList::new));
    for (int i = random.nextInt(2) + (parts.isEmpty() ? 1 : 0); i >= 0; i--) {
      parts.add(new KeyPart(SqlType.STRING, ValueEncoding.PHOENIX, false));
    }
    checkRowsOf(parts);
  }

  private void checkRowsOf(List<KeyPart> parts) throws IOException {
    table =
        new RandomKeyTable(
            random, parts, RandomKeyTable.prefixOf(random, IntStream.range(0, parts.size())));
    List<byte[]> keys = randomKeys();
    SubPlan plan = table.plan(table.tree(3, this::comparison));
    KeyRanges keyRanges = KeyRanges.of(plan);
    List<KeyRange> ranges = keyRanges.ranges();
    List<Integer> passing = table.run(plan, keys);
    Set<Integer> held = idsThatAreHeld(keyRanges, keys);
    assertTrue(held.containsAll(passing), () -> "held " + held + ", pass " + passing + " " + plan);
    assertEquals(held, idsThatAreHeldBackward(keyRanges, keys), plan::toString);
    for (int i = 1; i < ranges.size(); i++) {
      assertTrue(
          Arrays.compareUnsigned(ranges.get(i - 1).stop(), ranges.get(i).start()) < 0,
          "ranges are sorted and do not touch");
    }
    for (int id : passing) {
      byte[] key = keys.get(id);
      assertTrue(
          ranges.stream().anyMatch(range -> range.contains(key)),
          () -> "row " + Arrays.toString(key) + " of " + table + " passes " + plan);
    }
    assertEquals(
        RangeSet.of(ranges), RangeSet.of(ranges).not().not(), "the complement's complement");
    checkGroups(plan, passing.stream().map(keys::get).toList(), keys);
    checkParts(plan, keys);
    if (table.keyColumns() > 1) {
      checkTuples(keys);
    }
  }

  /** Checks that all rows with a tuple of the first key columns lie where the tuples say. */
  private void checkTuples(List<byte[]> keys) throws IOException {
    int columns = 2 + random.nextInt(table.keyColumns() - 1);
    List<List<Object>> tuples =
        Stream.generate(
                () ->
                    IntStream.range(0, columns)
                        .<Object>mapToObj(part -> table.oneOf(table.fewValues(part)))
                        .toList())
            .limit(random.nextInt(4) == 0 ? 200 : 2 + random.nextInt(5))
            .toList();
    List<Expression> lists = IntStream.range(0, columns).mapToObj(i -> list(i, tuples)).toList();
    Expression hasTuple =
        RandomKeyTable.is(
            Function.OR, tuples.stream().map(this::equalsTuple).toArray(Expression[]::new));
    SubPlan plan = table.plan(RandomKeyTable.is(Function.AND, lists.toArray(Expression[]::new)));
    checkTuples(table.plan(hasTuple), table.run(table.plan(hasTuple), keys), keys);
    Optional<List<RowRange>> ranges = RowKeyTuples.ranges(plan.getTable(), lists);
    if (ranges.isEmpty() || ranges.get().isEmpty()) {
      return;
    }
    SubPlan.Builder listing = plan.toBuilder();
    listing.getOperatorsBuilder(0).getFilterBuilder().setOptional(true);
    listing.getOperatorsBuilder(0).getFilterBuilder().addAllRowRanges(ranges.get());
    SubPlan listed = SubPlans.parse(listing.build().toByteArray());
    List<Integer> passing = table.run(table.plan(hasTuple), keys);
    checkTuples(listed, passing, keys);
    byte[] start = border(keys);
    byte[] stop = border(keys);
    List<byte[]> part = inPart(keys, start, stop, key -> key);
    checkTuples(
        ResidualPlan.of(listed).within(start, stop), table.run(table.plan(hasTuple), part), part);
    tuplesThatWereListed++;
  }

  private void checkTuples(SubPlan listed, List<Integer> passing, List<byte[]> keys) {
    KeyRanges keyRanges = KeyRanges.of(listed);
    Set<Integer> held = idsThatAreHeld(keyRanges, keys);
    assertTrue(held.containsAll(passing), () -> held + ", pass " + passing + " " + listed);
    assertTrue(idsThatAreHeldBackward(keyRanges, keys).containsAll(passing), listed::toString);
    keyRanges
        .rowKeys(ROWS * ROWS)
        .ifPresent(
            rowKeys ->
                passing.forEach(
                    id ->
                        assertTrue(
                            rowKeys.stream().anyMatch(key -> Arrays.equals(key, keys.get(id))),
                            listed::toString)));
  }

  private Expression list(int part, List<List<Object>> tuples) {
    Stream<Expression> values = tuples.stream().map(tuple -> table.literal(part, tuple.get(part)));
    return RandomKeyTable.is(
        Function.IN,
        Stream.concat(Stream.of(table.column(part)), values).toArray(Expression[]::new));
  }

  private Expression equalsTuple(List<Object> tuple) {
    return RandomKeyTable.is(
        Function.AND,
        IntStream.range(0, tuple.size())
            .mapToObj(
                part ->
                    RandomKeyTable.is(
                        Function.EQUAL, table.column(part), table.literal(part, tuple.get(part))))
            .toArray(Expression[]::new));
  }

  /** Checks that the residual plan of a part of the table passes the same rows of the part. */
  private void checkParts(SubPlan plan, List<byte[]> keys) throws IOException {
    GroupKey groups = new GroupKey(1 + random.nextInt(40));
    SubPlan.Builder columnar = plan.toBuilder();
    columnar.getTableBuilder().getColumnarBuilder().setGroupBits(groups.bits());
    byte[] start = border(keys);
    byte[] stop = border(keys);
    checkPart(
        plan, ResidualPlan.of(plan).within(start, stop), inPart(keys, start, stop, key -> key));
    checkPart(
        plan,
        ResidualPlan.of(columnar.build()).within(start, stop),
        inPart(keys, start, stop, groups::of));
  }

  private void checkPart(SubPlan plan, SubPlan rest, List<byte[]> keys) throws IOException {
    SubPlan ofRows =
        plan.toBuilder().clearOperators().addAllOperators(rest.getOperatorsList()).build();
    if (!ofRows.equals(plan)) {
      plansThatBecameLess++;
    }
    assertEquals(table.run(plan, keys), table.run(ofRows, keys), () -> plan + " " + ofRows);
  }

  /** No row key, a row key, or its first bytes, where regions may end too. */
  private byte[] border(List<byte[]> keys) {
    if (keys.isEmpty() || random.nextInt(5) == 0) {
      return ByteStrings.EMPTY;
    }
    byte[] key = table.oneOf(keys);
    return random.nextBoolean() ? key : Arrays.copyOf(key, 1 + random.nextInt(key.length));
  }

  private static List<byte[]> inPart(
      List<byte[]> keys, byte[] start, byte[] stop, UnaryOperator<byte[]> row) {
    KeyRange part = new KeyRange(start, stop.length == 0 ? null : stop);
    return keys.stream().filter(key -> part.contains(row.apply(key))).toList();
  }

  /** In layout columnar a scan meets the groups of rows in place of the rows. */
  private void checkGroups(SubPlan plan, List<byte[]> passing, List<byte[]> keys) {
    GroupKey groups = new GroupKey(1 + random.nextInt(40));
    SubPlan.Builder columnar = plan.toBuilder();
    columnar.getTableBuilder().getColumnarBuilder().setGroupBits(groups.bits());
    KeyRanges keyRanges = KeyRanges.of(columnar.build());
    List<byte[]> rows = new ArrayList<>();
    for (byte[] row : keys.stream().map(groups::of).toList()) {
      if (rows.isEmpty() || !Arrays.equals(rows.get(rows.size() - 1), row)) {
        rows.add(row);
      }
    }
    Set<ByteString> held = new HashSet<>();
    idsThatAreHeld(keyRanges, rows).forEach(id -> held.add(ByteString.copyFrom(rows.get(id))));
    for (byte[] key : passing) {
      byte[] row = groups.of(key);
      assertTrue(held.contains(ByteString.copyFrom(row)), () -> groups + " " + plan);
      assertTrue(keyRanges.reachInto(row, RowKeys.after(row)), () -> groups + " " + plan);
    }
    // A scan may meet a group more, in which no row key of this schema can begin.
    keyRanges
        .rowKeys(1000)
        .ifPresent(
            gets -> {
              Set<ByteString> asked = heldBy(gets, rows);
              assertTrue(held.containsAll(asked), () -> groups + " " + plan);
              passing.forEach(
                  key ->
                      assertTrue(
                          asked.contains(ByteString.copyFrom(groups.of(key))),
                          () -> groups + " " + plan));
            });
  }

  /** The bytes of Phoenix are in the order of values too. */
  private KeyPart orOfPhoenix(KeyPart part) {
    return part.encoding() == ValueEncoding.ORDERED && random.nextInt(3) == 0
        ? new KeyPart(part.type(), ValueEncoding.PHOENIX, part.descending(), part.form())
        : part;
  }

  private static Set<ByteString> heldBy(List<byte[]> gets, List<byte[]> rows) {
    Set<ByteString> asked = new HashSet<>();
    gets.forEach(row -> asked.add(ByteString.copyFrom(row)));
    asked.retainAll(rows.stream().map(ByteString::copyFrom).toList());
    return asked;
  }

  /** As a scan does: a row key that is not held leads to another one behind it. */
  private Set<Integer> idsThatAreHeld(KeyRanges keyRanges, List<byte[]> keys) {
    Optional<RowCursor> cursor = keyRanges.newCursor(new byte[0]);
    Set<Integer> held = new HashSet<>();
    int id = 0;
    while (id < keys.size()) {
      byte[] key = keys.get(id);
      if (cursor.isEmpty() || cursor.get().holds(key, 0, key.length)) {
        assertTrue(keyRanges.ranges().stream().anyMatch(range -> range.contains(key)));
        held.add(id++);
        continue;
      }
      byte[] next = cursor.get().nextRow();
      if (next == null) {
        break;
      }
      assertTrue(Arrays.compareUnsigned(next, key) > 0, "jumps go forward");
      while (id < keys.size() && Arrays.compareUnsigned(keys.get(id), next) < 0) {
        id++;
      }
    }
    return held;
  }

  private Set<Integer> idsThatAreHeldBackward(KeyRanges keyRanges, List<byte[]> keys) {
    Optional<BackwardCursor> cursor = keyRanges.newBackwardCursor();
    Set<Integer> held = new HashSet<>();
    int id = keys.size() - 1;
    while (id >= 0) {
      byte[] key = keys.get(id);
      if (cursor.isEmpty() || cursor.get().holds(key)) {
        held.add(id--);
        continue;
      }
      byte[] end = cursor.get().end();
      if (end == null) {
        break;
      }
      assertTrue(Arrays.compareUnsigned(end, key) <= 0, "jumps go backward");
      while (id >= 0 && Arrays.compareUnsigned(keys.get(id), end) >= 0) {
        id--;
      }
    }
    return held;
  }

  private List<byte[]> randomKeys() {
    Set<ByteString> keys = new HashSet<>();
    for (int i = 0; i < ROWS; i++) {
      List<Object> values =
          IntStream.range(0, table.keyColumns())
              .mapToObj(part -> table.oneOf(table.fewValues(part)))
              .toList();
      byte[] key = random.nextBoolean() ? table.rowKey(values) : table.storedRowKey(values);
      keys.add(ByteString.copyFrom(key));
    }
    return keys.stream()
        .filter(key -> !key.isEmpty())
        .map(ByteString::toByteArray)
        .sorted(Arrays::compareUnsigned)
        .toList();
  }

  private Expression comparison() {
    if (random.nextInt(8) == 0) {
      return table.idBelow(random.nextInt(ROWS));
    }
    int part = random.nextInt(table.keyColumns());
    if (random.nextInt(6) == 0 && hasLists(table.type(part))) {
      return longList(part);
    }
    return table.anyComparison(part, table.fewValues(part));
  }

  private static boolean hasLists(SqlType type) {
    return type.equals(SqlType.STRING)
        || type.physical() == SqlType.Physical.LONG
            && type.kind() != SqlType.Kind.BOOLEAN
            && type.kind() != SqlType.Kind.DECIMAL;
  }

  /** Some values that the table has, and others. */
  private Expression longList(int part) {
    Values.Builder values = Values.newBuilder().setHasNull(random.nextInt(5) == 0);
    for (int i = 0; i < ListedKeys.MIN_VALUES + random.nextInt(20); i++) {
      if (table.type(part).equals(SqlType.STRING)) {
        String text = i < 4 ? (String) table.oneOf(table.fewValues(part)) : "b" + i;
        values.addBinaries(ByteString.copyFromUtf8(text));
      } else {
        values.addIntegers(i < 4 ? (Long) table.oneOf(table.fewValues(part)) : 2 * i);
      }
    }
    Expression key = table.column(part);
    return RandomKeyTable.is(
        Function.IN, key, Expression.newBuilder().setType(key.getType()).setValues(values).build());
  }
}
