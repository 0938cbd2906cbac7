package org.apache.spark.sql.hbase.engine.keyrange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.rowkey.KeyForm;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPart;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RowCursor;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange;
import org.apache.spark.sql.hbase.engine.keyrange.predicate.KeyDomain;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random keys and predicates: no more is read than must be. Where a key column is stored so that
 * its bytes say nothing of a comparison, that is not asked.
 */
class TestKeyRangesAreTight {
  private static final List<SqlType> TYPES =
      List.of(
          SqlType.BOOLEAN,
          SqlType.TINYINT,
          SqlType.INT,
          SqlType.DATE,
          SqlType.STRING,
          SqlType.DOUBLE,
          SqlType.decimal(9, 2),
          SqlType.decimal(30, 2));

  private static final List<String> ENDS = List.of("", "\u0001", "b", "\u00ff", "|", "\0");

  private Random random;
  private RandomKeyTable table;

  static IntStream seeds() {
    return RandomKeyTable.seeds(5);
  }

  static IntStream fewSeeds() {
    return RandomKeyTable.seeds(40);
  }

  /** Columns before the one of the predicate have one value each, those behind it any. */
  @ParameterizedTest
  @MethodSource("seeds")
  void everyRangeOfAPredicateOverOneColumnHasARowThatPasses(int seed) throws IOException {
    random = new Random(seed);
    List<SqlType> types =
        Stream.generate(() -> TYPES.get(random.nextInt(TYPES.size())))
            .limit(1 + random.nextInt(3))
            .toList();
    int asked = random.nextInt(types.size());
    List<KeyPart> parts = tellingParts(types);
    // A salt or hash is known where all values that it is made of are.
    boolean isListed = Set.of(SqlType.BOOLEAN, SqlType.TINYINT).contains(types.get(asked));
    IntStream hashed = IntStream.range(0, isListed ? asked + 1 : asked);
    table = new RandomKeyTable(random, parts, RandomKeyTable.prefixOf(random, hashed));
    List<Object> values = new ArrayList<>();
    for (int part = 0; part < types.size(); part++) {
      values.add(
          table.oneOf(
              table.fewValues(part).stream().filter(value -> !hasOtherBytes(value)).toList()));
    }
    List<Object> compared = literals(asked);

    Expression predicate = table.tree(3, () -> table.tellingComparison(asked, compared));
    for (int part = asked - 1; part >= 0; part--) {
      Expression pinned =
          RandomKeyTable.is(
              Function.EQUAL, table.column(part), table.literal(part, values.get(part)));
      predicate = RandomKeyTable.is(Function.AND, pinned, predicate);
    }
    SubPlan plan = table.plan(predicate);
    List<byte[]> keys = keysWith(asked, values);

    List<byte[]> passing = table.run(plan, keys).stream().map(keys::get).toList();
    for (KeyRange range : KeyRanges.of(plan).ranges()) {
      assertTrue(
          passing.stream().anyMatch(range::contains),
          () -> table + " " + shown(range) + " " + plan);
    }
  }

  /**
   * AND, OR, NOT and NULL: a row key is held exactly if a row with it can pass, whatever its value
   * may be.
   */
  @ParameterizedTest
  @MethodSource("fewSeeds")
  void aRowKeyOfASmallDomainIsHeldExactlyIfARowOfItCanPass(int seed) throws IOException {
    random = new Random(seed);
    List<SqlType> types = new ArrayList<>(List.of(SqlType.TINYINT, SqlType.BOOLEAN));
    if (random.nextBoolean()) {
      types.add(random.nextInt(3), SqlType.BOOLEAN);
    }
    List<KeyPart> parts = tellingParts(types);
    table =
        new RandomKeyTable(
            random, parts, RandomKeyTable.prefixOf(random, IntStream.range(0, types.size())));
    List<byte[]> keys = domain(0, new ArrayList<>()).sorted(Arrays::compareUnsigned).toList();
    int limit = keys.size() / 2;
    boolean[] hasId = new boolean[1];
    Expression predicate = table.tree(3, () -> leaf(limit, hasId));
    for (Expression asked : List.of(predicate, RandomKeyTable.is(Function.NOT, predicate))) {
      // The one condition on the id is TRUE of the first half of the rows, and FALSE of the other.
      List<byte[]> swapped = new ArrayList<>(keys.subList(limit, keys.size()));
      swapped.addAll(keys.subList(0, limit));
      Set<Integer> expected = new TreeSet<>(table.run(table.plan(asked), keys));
      for (int id : table.run(table.plan(asked), swapped)) {
        expected.add((id + limit) % keys.size());
      }
      KeyRanges ranges = KeyRanges.of(table.plan(asked));
      assertEquals(expected, held(ranges, keys), () -> table + " " + asked);
    }
  }

  private Expression leaf(int limit, boolean[] hasId) {
    if (!hasId[0] && random.nextInt(6) == 0) {
      // A second one would be TRUE and FALSE together with it.
      hasId[0] = true;
      return table.idBelow(limit);
    }
    int part = random.nextInt(table.keyColumns());
    return table.tellingComparison(part, literals(part));
  }

  /** Columns of whose bytes at least equality is known. */
  private List<KeyPart> tellingParts(List<SqlType> types) {
    while (true) {
      List<KeyPart> parts = RandomKeyTable.partsOf(random, types);
      RandomKeyTable some = new RandomKeyTable(random, parts, Optional.empty());
      boolean hasGaps = parts.stream().anyMatch(TestKeyRangesAreTight::hasGaps);
      if (!hasGaps
          && IntStream.range(0, types.size()).allMatch(i -> some.keyColumn(i).comparesEqual())) {
        return parts;
      }
    }
  }

  /** Bytes between those of two values that no value has, without order that tells which. */
  private static boolean hasGaps(KeyPart part) {
    return part.type().kind() == SqlType.Kind.DECIMAL
        && part.form().kind() == KeyForm.Kind.REVERSED;
  }

  /** Values to compare a column with; a type's first and last ones among them. */
  private List<Object> literals(int part) {
    List<Object> literals = new ArrayList<>(table.fewValues(part));
    KeyDomain.of(table.type(part))
        .ifPresent(domain -> literals.addAll(List.of(domain.min(), domain.max())));
    return literals;
  }

  /** All values of a column, or some on each side of each literal. */
  private List<Object> candidates(int part) {
    SqlType type = table.type(part);
    if (type.equals(SqlType.TINYINT)) {
      return RandomKeyTable.wholeNumbers(Byte.MIN_VALUE, Byte.MAX_VALUE);
    }
    return switch (type.physical()) {
      case BYTES ->
          Stream.concat(literals(part).stream(), Stream.of("\uffff"))
              .flatMap(text -> ENDS.stream().map(end -> text + end))
              .filter(text -> canStandIn(part, text))
              .<Object>map(text -> text)
              .distinct()
              .toList();
      case DOUBLE -> {
        List<Object> numbers = new ArrayList<>(table.fewValues(part));
        numbers.addAll(List.of(-2.0, -0.5, 0.5, 2.0));
        yield numbers;
      }
      case LONG, DECIMAL128 ->
          type.equals(SqlType.BOOLEAN)
              ? table.fewValues(part)
              : Stream.concat(
                      RandomKeyTable.wholeNumbers(-5, 5).stream(),
                      KeyDomain.of(type).stream()
                          .flatMap(
                              all -> Stream.of(all.min(), all.min() + 1, all.max() - 1, all.max())))
                  .toList();
    };
  }

  private boolean canStandIn(int part, String text) {
    try {
      table.bytes(part, text);
      return true;
    } catch (CodecException e) {
      return false;
    }
  }

  private List<byte[]> keysWith(int asked, List<Object> values) {
    List<byte[]> keys = new ArrayList<>();
    List<Object> chosen = new ArrayList<>(values);
    int at = table.prefixWidth();
    for (int part = 0; part < asked; part++) {
      at += table.bytes(part, values.get(part)).length;
    }
    for (Object value : candidates(asked)) {
      chosen.set(asked, value);
      byte[] key = table.rowKey(chosen);
      keys.add(key);
      if (hasOtherBytes(value)) {
        keys.add(withOtherBytes(key, at));
      }
    }
    return keys.stream().sorted(Arrays::compareUnsigned).toList();
  }

  /** Programs of others may write the other zero, and another NaN. */
  private static boolean hasOtherBytes(Object value) {
    return value.equals(Double.NaN) || value.equals(0.0);
  }

  private static byte[] withOtherBytes(byte[] key, int at) {
    byte[] other = key.clone();
    for (int i = at; i < at + Double.BYTES; i++) {
      other[i] = (byte) ~other[i];
    }
    return other;
  }

  private Stream<byte[]> domain(int part, List<Object> before) {
    if (part == table.keyColumns()) {
      return Stream.of(table.rowKey(before));
    }
    return candidates(part).stream()
        .flatMap(
            value -> domain(part + 1, Stream.concat(before.stream(), Stream.of(value)).toList()));
  }

  private static Set<Integer> held(KeyRanges ranges, List<byte[]> keys) {
    Optional<RowCursor> cursor = ranges.newCursor(new byte[0]);
    Set<Integer> held = new TreeSet<>();
    for (int id = 0; id < keys.size(); id++) {
      byte[] key = keys.get(id);
      if (cursor.isEmpty() || cursor.get().holds(key, 0, key.length)) {
        held.add(id);
      }
    }
    return held;
  }

  private static String shown(KeyRange range) {
    HexFormat hex = HexFormat.of();
    return hex.formatHex(range.start())
        + "-"
        + (range.stop() == null ? "" : hex.formatHex(range.stop()));
  }
}
