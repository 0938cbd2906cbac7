package org.apache.spark.sql.hbase.engine.keyrange;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.chunk.GroupKey;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPart;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.PackedField;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.junit.jupiter.api.Test;

/**
 * Random conditions with the row keys that pass, in a file that the planner of the Python package
 * is tested with too. Neither planner may leave out such a row key.
 *
 * <p>Each line of the file is a case. It has the plan, the first and the last end of the ranges
 * that were found when it was written, and row keys that pass. {@code -Dgolden.write=true} writes
 * the file where it is missing.
 */
class TestSharedKeyRanges {
  private static final Path FILE = Path.of("../../tests/golden/key_range/random.txt");
  private static final int CASES = 700;
  private static final int ROWS = 40;
  private static final int MAX_ROWS_OF_CASE = 6;
  private static final HexFormat HEX = HexFormat.of();

  private static final List<SqlType> TYPES =
      List.of(
          SqlType.BOOLEAN,
          SqlType.TINYINT,
          SqlType.INT,
          SqlType.BIGINT,
          SqlType.DATE,
          SqlType.STRING,
          SqlType.STRING,
          SqlType.STRING,
          SqlType.DOUBLE,
          SqlType.decimal(9, 2),
          SqlType.decimal(30, 2));

  private static final List<String> PATTERNS =
      List.of(
          "%", "a%", "ab%", "a_%", "_b", "a\\%%", "a\\_%", "\uFFFD%", "a\uFFFD%", "a\0%", "b", "");

  private Random random;
  private RandomKeyTable table;

  @Test
  void everyRowThatPassesLiesInARange() throws IOException {
    if (Boolean.getBoolean("golden.write") && Files.notExists(FILE)) {
      write();
    }
    for (String line : Files.readAllLines(FILE)) {
      if (line.startsWith("#")) {
        continue;
      }
      String[] fields = line.split(" ");
      SubPlan plan = SubPlans.parse(HEX.parseHex(fields[0]));
      KeyRanges ranges = KeyRanges.of(plan);
      for (int i = 2; i < fields.length; i++) {
        byte[] row = HEX.parseHex(fields[i]);
        String name = fields[i];
        assertTrue(
            ranges.ranges().stream().anyMatch(range -> range.contains(row)),
            () -> name + " " + plan);
      }
    }
  }

  private void write() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("# plan, ends of the key ranges, row keys that pass: tests/golden/README.md");
    for (int seed = 0; seed < CASES; seed++) {
      random = new Random(seed);
      lines.add(line());
    }
    Files.createDirectories(FILE.getParent());
    Files.write(FILE, lines);
  }

  private String line() throws IOException {
    List<KeyPart> parts = randomParts();
    table =
        new RandomKeyTable(
            random,
            parts,
            random.nextInt(4) > 0
                ? Optional.empty()
                : RandomKeyTable.prefixOf(random, IntStream.range(0, parts.size())));
    SubPlan plan = table.plan(condition());
    List<byte[]> keys = randomKeys();
    List<byte[]> passing = table.run(plan, keys).stream().map(keys::get).toList();
    if (random.nextInt(5) == 0) {
      GroupKey groups = new GroupKey(1 + random.nextInt(40));
      plan = inGroups(plan, groups);
      passing = passing.stream().map(groups::of).toList();
    }
    Set<String> rows =
        passing.stream().map(HEX::formatHex).collect(Collectors.toCollection(TreeSet::new));
    List<String> some = new ArrayList<>(rows);
    while (some.size() > MAX_ROWS_OF_CASE) {
      // The first and the last one are the ones that a bound cuts off.
      some.remove(1 + random.nextInt(some.size() - 2));
    }
    String fields = HEX.formatHex(plan.toByteArray()) + " " + ends(KeyRanges.of(plan).ranges());
    return Stream.concat(Stream.of(fields), some.stream()).collect(Collectors.joining(" "));
  }

  /** Puts the plan over a table in layout columnar, where its value column lies in the chunks. */
  private static SubPlan inGroups(SubPlan plan, GroupKey groups) {
    SubPlan.Builder columnar = plan.toBuilder();
    TableLayout.Builder layout = columnar.getTableBuilder();
    layout.getColumnarBuilder().setGroupBits(groups.bits());
    Column.Builder value = layout.getColumnsBuilder(layout.getColumnsCount() - 1);
    layout
        .addPackedCellsBuilder()
        .setFamily(value.getCell().getFamily())
        .setQualifier(value.getCell().getQualifier())
        .addFields(value.getType());
    value.setPacked(PackedField.newBuilder());
    return columnar.build();
  }

  private static String ends(List<KeyRange> ranges) {
    if (ranges.isEmpty()) {
      return "none";
    }
    byte[] stop = ranges.get(ranges.size() - 1).stop();
    return HEX.formatHex(ranges.get(0).start()) + "-" + (stop == null ? "" : HEX.formatHex(stop));
  }

  private List<KeyPart> randomParts() {
    List<SqlType> types =
        Stream.generate(() -> TYPES.get(random.nextInt(TYPES.size())))
            .limit(1 + random.nextInt(3))
            .toList();
    List<KeyPart> parts = new ArrayList<>();
    for (KeyPart part : RandomKeyTable.partsOf(random, types)) {
      parts.add(inAnotherEncoding(part));
    }
    return parts;
  }

  private KeyPart inAnotherEncoding(KeyPart part) {
    ValueEncoding encoding =
        switch (part.encoding() == ValueEncoding.ORDERED ? random.nextInt(6) : 5) {
          case 0, 1 -> ValueEncoding.PHOENIX;
          case 2 -> ValueEncoding.TEXT;
          default -> part.encoding();
        };
    try {
      return new KeyPart(part.type(), encoding, part.descending(), part.form());
    } catch (IllegalArgumentException e) {
      return part;
    }
  }

  /** Mostly conditions that all must hold, as they bound a scan. */
  private Expression condition() {
    Expression condition = term();
    for (int more = random.nextInt(4); more > 0; more--) {
      condition = RandomKeyTable.is(Function.AND, condition, term());
    }
    return condition;
  }

  private Expression term() {
    return random.nextInt(6) == 0 ? table.tree(2, this::leaf) : leaf();
  }

  private Expression leaf() {
    if (random.nextInt(20) == 0) {
      return table.idBelow(random.nextInt(ROWS));
    }
    int part = random.nextInt(table.keyColumns());
    if (table.type(part).equals(SqlType.STRING) && random.nextInt(4) == 0) {
      return RandomKeyTable.is(
          Function.LIKE, table.column(part), Plans.string(table.oneOf(PATTERNS)));
    }
    return table.anyComparison(part, table.fewValues(part));
  }

  private List<byte[]> randomKeys() {
    Set<ByteString> keys = new TreeSet<>(ByteString.unsignedLexicographicalComparator());
    for (int i = 0; i < ROWS; i++) {
      List<Object> values =
          IntStream.range(0, table.keyColumns())
              .mapToObj(part -> table.oneOf(table.fewValues(part)))
              .toList();
      byte[] key = random.nextBoolean() ? table.rowKey(values) : table.storedRowKey(values);
      keys.add(ByteString.copyFrom(key));
      if (table.prefixWidth() == 0) {
        keys.add(ByteString.copyFrom(withStrangeByte(key)));
      }
    }
    return keys.stream()
        .map(ByteString::toByteArray)
        .filter(key -> key.length > 0 && table.isReadable(key))
        .toList();
  }

  /** A text that is no UTF-8, maybe. */
  private byte[] withStrangeByte(byte[] key) {
    int at = random.nextInt(key.length + 1);
    byte[] strange = Arrays.copyOf(key, key.length + 1);
    System.arraycopy(key, at, strange, at + 1, key.length - at);
    strange[at] = (byte) (0x80 + random.nextInt(0x80));
    return strange;
  }
}
