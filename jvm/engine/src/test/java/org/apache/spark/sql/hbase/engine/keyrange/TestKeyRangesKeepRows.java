package org.apache.spark.sql.hbase.engine.keyrange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.GroupKey;
import org.apache.spark.sql.hbase.codec.KeyForm;
import org.apache.spark.sql.hbase.codec.KeyPart;
import org.apache.spark.sql.hbase.codec.KeyPrefix;
import org.apache.spark.sql.hbase.codec.RowKeyBuilder;
import org.apache.spark.sql.hbase.codec.RowKeyCodec;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.codec.ValueEncoding;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.SqlTypes;
import org.apache.spark.sql.hbase.engine.row.RowLayout;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureCell;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureValues;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.SubPlans;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.ValueCell;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random keys, rows and predicates: no row that passes the filter lies outside of the ranges, nor
 * is it passed over by a cursor; nor is the group of such a row.
 */
class TestKeyRangesKeepRows {
  private static final byte[] FAMILY = {'f'};
  private static final byte[] ID = {'i'};
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
  private static final List<Function> COMPARISONS =
      List.of(
          Function.EQUAL,
          Function.EQUAL_NULL_SAFE,
          Function.LESS_THAN,
          Function.LESS_THAN_OR_EQUAL,
          Function.GREATER_THAN,
          Function.GREATER_THAN_OR_EQUAL);
  private static final int ROWS = 60;

  private Random random;
  private List<KeyPart> parts;
  private Optional<KeyPrefix> prefix;

  static IntStream seeds() {
    return IntStream.range(0, Integer.getInteger("keyrange.count", 2_000));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyRowThatPassesLiesInARange(int seed) throws IOException {
    random = new Random(seed);
    parts = randomParts();
    prefix = randomPrefix();
    RowKeyCodec codec = new RowKeyCodec(parts, prefix);
    List<byte[]> keys = randomKeys(codec.newBuilder());
    TableLayout table = table();
    RowLayout.of(table, new boolean[parts.size() + 1]);
    SubPlan plan = plan(table, predicate(3));
    KeyRanges keyRanges = KeyRanges.of(plan);
    List<KeyRange> ranges = keyRanges.ranges();
    List<Integer> passing = idsThatPass(plan, keys);
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
          () -> "row " + Arrays.toString(key) + " of " + parts + " passes " + plan);
    }
    assertEquals(
        RangeSet.of(ranges), RangeSet.of(ranges).not().not(), "the complement's complement");
    checkGroups(plan, passing.stream().map(keys::get).toList(), keys);
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
      assertTrue(keyRanges.reachInto(row, ByteStrings.after(row)), () -> groups + " " + plan);
    }
    keyRanges
        .rowKeys(1000)
        .ifPresent(gets -> assertEquals(held, heldBy(gets, rows), () -> groups + " " + plan));
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

  private List<KeyPart> randomParts() {
    int count = 1 + random.nextInt(3);
    List<KeyPart> chosen = new ArrayList<>();
    while (chosen.size() < count) {
      SqlType type = TYPES.get(random.nextInt(TYPES.size()));
      boolean isLast = chosen.size() == count - 1;
      if (random.nextInt(4) == 0 && (type.kind() != SqlType.Kind.DECIMAL || isLast)) {
        chosen.add(new KeyPart(type, ValueEncoding.HBASE, false));
      } else {
        chosen.add(inAnyForm(new KeyPart(type, ValueEncoding.ORDERED, random.nextBoolean())));
      }
    }
    return chosen;
  }

  private KeyPart inAnyForm(KeyPart part) {
    KeyForm[] forms = {KeyForm.REVERSED, KeyForm.LENGTH_PREFIXED, KeyForm.delimited('|')};
    int form = random.nextInt(2 * forms.length);
    try {
      return form < forms.length
          ? new KeyPart(part.type(), part.encoding(), part.descending(), forms[form])
          : part;
    } catch (IllegalArgumentException e) {
      return part;
    }
  }

  private Optional<KeyPrefix> randomPrefix() {
    List<Integer> hashed =
        IntStream.range(0, parts.size()).filter(part -> random.nextBoolean()).boxed().toList();
    if (hashed.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        random.nextBoolean()
            ? new KeyPrefix(KeyPrefix.Kind.SALT, 1 + random.nextInt(5), hashed)
            : new KeyPrefix(KeyPrefix.Kind.HASH, 1 + random.nextInt(2), hashed));
  }

  private List<byte[]> randomKeys(RowKeyBuilder builder) {
    Set<ByteString> keys = new HashSet<>();
    for (int i = 0; i < ROWS; i++) {
      builder.reset();
      for (KeyPart part : parts) {
        put(part.type(), builder);
      }
      keys.add(ByteString.copyFrom(builder.toPrefix()));
    }
    return keys.stream()
        .filter(key -> !key.isEmpty())
        .map(ByteString::toByteArray)
        .sorted(Arrays::compareUnsigned)
        .toList();
  }

  private void put(SqlType type, RowKeyBuilder builder) {
    switch (type.physical()) {
      case LONG -> builder.putLong(number(type));
      case DOUBLE -> builder.putDouble(floating());
      case DECIMAL128 -> {
        long value = number(type);
        builder.putDecimal128(value >> 63, value);
      }
      case BYTES -> {
        byte[] text = text().getBytes(StandardCharsets.UTF_8);
        builder.putBytes(text, 0, text.length);
      }
    }
  }

  private long number(SqlType type) {
    return type.kind() == SqlType.Kind.BOOLEAN ? random.nextInt(2) : random.nextInt(7) - 3;
  }

  private double floating() {
    double[] values = {-1, 0, 1, Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
    return values[random.nextInt(values.length)];
  }

  private String text() {
    String[] values = {"", "a", "ab", "abc", "b", "\u00ff", "a\u0001", "}"};
    return values[random.nextInt(values.length)];
  }

  private TableLayout table() {
    TableLayout.Builder table =
        TableLayout.newBuilder().setName("t").addFamilies(ByteString.copyFrom(FAMILY));
    for (int i = 0; i < parts.size(); i++) {
      KeyPart part = parts.get(i);
      table.addColumns(
          Column.newBuilder()
              .setName("k" + i)
              .setType(SqlTypes.toWire(part.type()))
              .setKey(
                  org.apache.spark.sql.hbase.wire.proto.KeyPart.newBuilder()
                      .setEncoding(
                          part.encoding() == ValueEncoding.HBASE
                              ? Encoding.HBASE
                              : Encoding.ORDERED)
                      .setDescending(part.descending())
                      .setFormValue(part.form().kind().ordinal())
                      .setDelimiter(part.form().delimiter())));
    }
    prefix.map(FixtureTable::message).ifPresent(table::setKeyPrefix);
    return table
        .addColumns(
            Column.newBuilder()
                .setName("id")
                .setType(SqlTypes.toWire(SqlType.INT))
                .setNullable(true)
                .setCell(
                    ValueCell.newBuilder()
                        .setFamily(ByteString.copyFrom(FAMILY))
                        .setQualifier(ByteString.copyFrom(ID))
                        .setEncoding(Encoding.ORDERED)))
        .build();
  }

  private SubPlan plan(TableLayout table, Expression predicate) {
    SubPlan plan =
        Plans.plan(
            table, Plans.filter(predicate), Plans.project(Plans.column(parts.size(), SqlType.INT)));
    return SubPlans.parse(plan.toByteArray());
  }

  private Expression predicate(int depth) {
    int kind = depth == 0 ? 3 : random.nextInt(7);
    return switch (kind) {
      case 0 -> is(Function.AND, predicate(depth - 1), predicate(depth - 1));
      case 1 -> is(Function.OR, predicate(depth - 1), predicate(depth - 1));
      case 2 -> is(Function.NOT, predicate(depth - 1));
      default -> comparison();
    };
  }

  private Expression comparison() {
    if (random.nextInt(8) == 0) {
      Expression id = Plans.column(parts.size(), SqlType.INT);
      return is(Function.LESS_THAN, id, Plans.integer(random.nextInt(ROWS), SqlType.INT));
    }
    int part = random.nextInt(parts.size());
    SqlType type = parts.get(part).type();
    Expression column = Plans.column(part, type);
    if (type.equals(SqlType.STRING) && random.nextInt(3) == 0) {
      // As a delimiter or terminator does, which no value holds.
      String[] ends = {"", "", "|", "\0"};
      String end = ends[random.nextInt(ends.length)];
      return is(Function.STARTS_WITH, column, Plans.string(text() + end));
    }
    Expression value = random.nextInt(10) == 0 ? Plans.nullOf(type) : value(type);
    Function function = COMPARISONS.get(random.nextInt(COMPARISONS.size()));
    return random.nextBoolean() ? is(function, column, value) : is(function, value, column);
  }

  private Expression value(SqlType type) {
    return switch (type.physical()) {
      case BYTES -> Plans.string(text());
      case DOUBLE -> Plans.floating(floating());
      case LONG, DECIMAL128 -> Plans.number(number(type), type);
    };
  }

  private static Expression is(Function function, Expression... arguments) {
    return Plans.call(function, SqlType.BOOLEAN, arguments);
  }

  private List<Integer> idsThatPass(SubPlan plan, List<byte[]> keys) throws IOException {
    CompiledSubPlan compiled = CompiledSubPlan.compile(plan);
    List<FixtureRow> rows = new ArrayList<>();
    for (int id = 0; id < keys.size(); id++) {
      byte[] value = FixtureValues.encode(id, SqlType.INT, ValueEncoding.ORDERED);
      rows.add(new FixtureRow(keys.get(id), List.of(new FixtureCell(FAMILY, ID, 1, value))));
    }
    return EngineRun.of(compiled, new InMemoryRowSource(compiled, rows), EngineRun.WIDE)
        .rows()
        .stream()
        .map(row -> ((Number) row.get(0)).intValue())
        .toList();
  }
}
