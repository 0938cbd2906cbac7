package org.apache.spark.sql.hbase.engine.keyrange;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.rowkey.KeyForm;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPart;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeyBuilder;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeyCodec;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.keyrange.interval.ByteStrings;
import org.apache.spark.sql.hbase.engine.keyrange.predicate.KeyColumn;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureCell;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureValues;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.ValueCell;

/**
 * A table with a key of any columns, and a value column {@code id}; and random predicates over
 * them. A value is a Long (whole numbers, unscaled decimals, BOOLEAN as 0 and 1), a Double or a
 * String. Not thread-safe.
 */
final class RandomKeyTable {
  private static final byte[] FAMILY = {'f'};
  private static final byte[] ID = {'i'};
  private static final List<Function> ORDER =
      List.of(
          Function.LESS_THAN,
          Function.LESS_THAN_OR_EQUAL,
          Function.GREATER_THAN,
          Function.GREATER_THAN_OR_EQUAL);
  private static final List<Function> EQUALITY = List.of(Function.EQUAL, Function.EQUAL_NULL_SAFE);

  private static final List<Object> TEXTS =
      List.of("", "a", "ab", "abc", "b", "\u00ff", "a\u0001", "}");
  private static final List<Object> WITH_ZEROS =
      Stream.concat(TEXTS.stream(), Stream.of("\0", "a\0", "a\0\0", "a\0\u0001", "a\0b")).toList();

  private final Random random;
  private final List<KeyPart> parts;
  private final Optional<KeyPrefix> prefix;
  private final RowKeyCodec codec;
  private final TableLayout layout;

  /**
   * Different seeds of random tests, a part of as many as the property {@code keyrange.count} says.
   * They are others for each {@code keyrange.seed}.
   */
  static IntStream seeds(int part) {
    int first = Integer.getInteger("keyrange.seed", 0) * 1_000_003;
    return IntStream.range(0, Integer.getInteger("keyrange.count", 500) / part)
        .map(number -> first + number);
  }

  RandomKeyTable(Random random, List<KeyPart> parts, Optional<KeyPrefix> prefix) {
    this.random = random;
    this.parts = parts;
    this.prefix = prefix;
    this.codec = new RowKeyCodec(parts, prefix);
    this.layout = newLayout();
  }

  /** Key columns of these types in any encoding, order and form that can stand there. */
  static List<KeyPart> partsOf(Random random, List<SqlType> types) {
    List<KeyPart> chosen = new ArrayList<>();
    for (SqlType type : types) {
      boolean isLast = chosen.size() == types.size() - 1;
      if (random.nextInt(4) == 0 && (type.kind() != SqlType.Kind.DECIMAL || isLast)) {
        chosen.add(new KeyPart(type, ValueEncoding.HBASE, false));
      } else {
        KeyPart part = new KeyPart(type, ValueEncoding.ORDERED, random.nextBoolean());
        chosen.add(inAnyForm(random, part));
      }
    }
    return chosen;
  }

  private static KeyPart inAnyForm(Random random, KeyPart part) {
    KeyForm[] forms = {
      KeyForm.REVERSED, KeyForm.LENGTH_PREFIXED, KeyForm.delimited('|'), KeyForm.ESCAPED
    };
    int form = random.nextInt(2 * forms.length);
    try {
      return form < forms.length
          ? new KeyPart(part.type(), part.encoding(), part.descending(), forms[form])
          : part;
    } catch (IllegalArgumentException e) {
      return part;
    }
  }

  /** A salt or hash of some of these columns, or none. */
  static Optional<KeyPrefix> prefixOf(Random random, IntStream columns) {
    List<Integer> hashed = columns.filter(part -> random.nextBoolean()).boxed().toList();
    if (hashed.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        random.nextBoolean()
            ? new KeyPrefix(KeyPrefix.Kind.SALT, 1 + random.nextInt(5), hashed)
            : new KeyPrefix(KeyPrefix.Kind.HASH, 1 + random.nextInt(2), hashed));
  }

  int keyColumns() {
    return parts.size();
  }

  SqlType type(int part) {
    return parts.get(part).type();
  }

  KeyColumn keyColumn(int part) {
    return new KeyColumn(codec, part);
  }

  int prefixWidth() {
    return prefix.map(KeyPrefix::width).orElse(0);
  }

  /** Values near each other. */
  List<Object> fewValues(int part) {
    SqlType type = type(part);
    return switch (type.physical()) {
      case BYTES -> mayHoldZeros(part) ? WITH_ZEROS : TEXTS;
      case DOUBLE ->
          List.of(-1.0, 0.0, 1.0, Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
      case LONG, DECIMAL128 ->
          type.kind() == SqlType.Kind.BOOLEAN ? List.of(0L, 1L) : wholeNumbers(-3, 3);
    };
  }

  private boolean mayHoldZeros(int part) {
    return parts.get(part).form().equals(KeyForm.ESCAPED);
  }

  static List<Object> wholeNumbers(long from, long to) {
    return Stream.<Long>iterate(from, i -> i <= to, i -> i + 1).<Object>map(i -> i).toList();
  }

  <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** With all columns. */
  byte[] rowKey(List<Object> values) {
    return built(values).toPrefix();
  }

  /** As it is written: without what Phoenix leaves out. */
  byte[] storedRowKey(List<Object> values) {
    RowKeyBuilder builder = built(values);
    try {
      return builder.toByteArray();
    } catch (CodecException e) {
      // HBase has no row key without bytes.
      return ByteStrings.EMPTY;
    }
  }

  /** Tells whether each column has a value in the key, though a writer may write it otherwise. */
  boolean isReadable(byte[] key) {
    ValueSink[] sinks = new ValueSink[parts.size()];
    Arrays.fill(sinks, new AnyValue());
    try {
      codec.decode(key, 0, key.length, sinks);
      return true;
    } catch (CodecException e) {
      return false;
    }
  }

  private RowKeyBuilder built(List<Object> values) {
    RowKeyBuilder builder = codec.newBuilder();
    builder.reset();
    for (int part = 0; part < parts.size(); part++) {
      put(part, values.get(part), builder);
    }
    return builder;
  }

  /** Bytes of one value in row keys. */
  byte[] bytes(int part, Object value) {
    RowKeyBuilder builder = codec.newPartBuilder(part);
    builder.reset();
    put(part, value, builder);
    return builder.toPrefix();
  }

  private void put(int part, Object value, RowKeyBuilder to) {
    switch (type(part).physical()) {
      case LONG -> to.putLong((Long) value);
      case DOUBLE -> to.putDouble((Double) value);
      case DECIMAL128 -> to.putDecimal128((Long) value >> 63, (Long) value);
      case BYTES -> {
        byte[] text = ((String) value).getBytes(StandardCharsets.UTF_8);
        to.putBytes(text, 0, text.length);
      }
    }
  }

  Expression column(int part) {
    return Plans.column(part, type(part));
  }

  Expression literal(int part, Object value) {
    return switch (type(part).physical()) {
      case BYTES -> Plans.string((String) value);
      case DOUBLE -> Plans.floating((Double) value);
      case LONG, DECIMAL128 -> Plans.number((Long) value, type(part));
    };
  }

  /** A condition on the value column alone. */
  Expression idBelow(int limit) {
    Expression id = Plans.column(parts.size(), SqlType.INT);
    return is(Function.LESS_THAN, id, Plans.integer(limit, SqlType.INT));
  }

  /** A tree of AND, OR and NOT. */
  Expression tree(int depth, Supplier<Expression> leaf) {
    int kind = depth == 0 ? 3 : random.nextInt(7);
    return switch (kind) {
      case 0 -> is(Function.AND, tree(depth - 1, leaf), tree(depth - 1, leaf));
      case 1 -> is(Function.OR, tree(depth - 1, leaf), tree(depth - 1, leaf));
      case 2 -> is(Function.NOT, tree(depth - 1, leaf));
      default -> leaf.get();
    };
  }

  /** A key column compared with values, now and then with NULL, in any way. */
  Expression anyComparison(int part, List<Object> values) {
    return comparison(part, values, true, true);
  }

  /** Makes a comparison that also tells which row keys pass. */
  Expression tellingComparison(int part, List<Object> values) {
    KeyColumn key = keyColumn(part);
    return comparison(part, values, key.comparesOrder(), key.comparesPrefix());
  }

  private Expression comparison(
      int part, List<Object> values, boolean withOrder, boolean withPrefixes) {
    SqlType type = type(part);
    Expression column = column(part);
    if (type.equals(SqlType.BOOLEAN) && random.nextInt(3) == 0) {
      return column;
    }
    if (withPrefixes && type.equals(SqlType.STRING) && random.nextInt(3) == 0) {
      // As a delimiter or terminator does, which no value holds.
      String end = oneOf(List.of("", "", "|", "\0"));
      return is(Function.STARTS_WITH, column, Plans.string(oneOf(values) + end));
    }
    Supplier<Expression> value =
        () -> random.nextInt(10) == 0 ? Plans.nullOf(type) : literal(part, oneOf(values));
    if (random.nextInt(6) == 0) {
      return is(Function.IN, column, value.get(), value.get(), value.get());
    }
    Function function = oneOf(withOrder && random.nextInt(3) > 0 ? ORDER : EQUALITY);
    return random.nextBoolean()
        ? is(function, column, value.get())
        : is(function, value.get(), column);
  }

  static Expression is(Function function, Expression... arguments) {
    return Plans.call(function, SqlType.BOOLEAN, arguments);
  }

  /** The ids of the rows for which the predicate is TRUE. */
  SubPlan plan(Expression predicate) {
    SubPlan plan =
        Plans.plan(
            layout,
            Plans.filter(predicate),
            Plans.project(Plans.column(parts.size(), SqlType.INT)));
    return SubPlans.parse(plan.toByteArray());
  }

  /** Runs the plan over rows with these keys, in row-key order, whose ids are their positions. */
  List<Integer> run(SubPlan plan, List<byte[]> keys) throws IOException {
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

  private TableLayout newLayout() {
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
                      .setEncoding(Encoding.valueOf(part.encoding().name()))
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

  /** Takes values that only have to be readable. */
  private static final class AnyValue implements ValueSink {
    @Override
    public void putNull() {}

    @Override
    public void putLong(long value) {}

    @Override
    public void putDouble(double value) {}

    @Override
    public void putDecimal128(long high, long low) {}

    @Override
    public void putBytes(byte[] bytes, int offset, int length) {}
  }

  @Override
  public String toString() {
    return prefix.map(KeyPrefix::toString).orElse("") + parts;
  }
}
