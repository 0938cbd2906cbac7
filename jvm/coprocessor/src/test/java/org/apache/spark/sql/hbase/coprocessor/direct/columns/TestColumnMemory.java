package org.apache.spark.sql.hbase.coprocessor.direct.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneMap;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.row.StoredColumn;
import org.junit.jupiter.api.Test;

class TestColumnMemory {
  private static final String ONE = "/hbase/t/r1/f/one";
  private static final String OTHER = "/hbase/t/r2/f/other";
  private static final StoredColumn PRICE = column("price");
  private static final StoredColumn TAX = column("tax");
  private static final int ROWS = 10;

  /** Holds two stretches of a file, and no third one. */
  private static final long TWO = bytesOfTwo();

  private final ColumnMemory memory = new ColumnMemory(TWO, false);

  @Test
  void aQuestionIsKnownTheSecondTime() {
    byte[] start = row("a");
    assertTrue(memory.ask(ONE, Set.of(PRICE), start) < 0);
    assertTrue(memory.ask(ONE, Set.of(PRICE, TAX), start) < 0);
    assertTrue(memory.ask(ONE, Set.of(PRICE, TAX), start) > 0);
    assertTrue(memory.ask(OTHER, Set.of(PRICE), start) < 0);
    assertTrue(memory.ask(ONE, Set.of(PRICE), row("b")) < 0);
    assertTrue(memory.ask(ONE, Set.of(PRICE), row("a")) > 0);
  }

  @Test
  void theColumnsOfManyFilesAreKnownTheSecondTime() {
    int files = 6_000;
    Set<StoredColumn> columns =
        IntStream.range(0, 10).mapToObj(i -> column("c" + i)).collect(Collectors.toSet());
    for (int round = 0; round < 2; round++) {
      for (int file = 0; file < files; file++) {
        long since = memory.ask("/hbase/t/r" + file + "/f/x", columns, row("a"));
        assertEquals(round == 1, since > 0);
      }
    }
  }

  @Test
  void anEagerMemoryKnowsEachQuestion() {
    assertTrue(new ColumnMemory(TWO, true).ask(ONE, Set.of(PRICE), row("a")) > 0);
  }

  @Test
  void columnsAreAddedToTheSameRows() {
    memory.add(ONE, stretch("a", "b", PRICE), 1);
    long held = memory.heldBytes();
    memory.add(ONE, stretch("a", "b", TAX), 1);
    assertEquals(Set.of(PRICE, TAX), memory.find(ONE).at(row("a")).columns().keySet());
    assertTrue(memory.heldBytes() > held);

    long both = memory.heldBytes();
    assertTrue(memory.add(ONE, stretch("a", "bb", TAX), 1));
    assertTrue(memory.add(ONE, stretch("a5", "b", TAX), 1));
    assertTrue(memory.add(ONE, stretch("a", "b", TAX), 1));
    assertEquals(both, memory.heldBytes());
  }

  @Test
  void aFileGivesWayThatNobodyAskedForSince() {
    memory.add(ONE, stretch("a", "b", PRICE), 1);
    memory.add(ONE, stretch("b", "c", PRICE), 1);
    long before = memory.ask(OTHER, Set.of(PRICE), row("a"));
    assertTrue(before < 0);
    memory.find(ONE);
    long askedBefore = memory.ask(OTHER, Set.of(PRICE), row("a"));
    memory.add(OTHER, stretch("a", "b", PRICE), askedBefore);
    assertNull(memory.find(OTHER));
    assertNotNull(memory.find(ONE));

    memory.ask(OTHER, Set.of(PRICE), row("a"));
    askedBefore = memory.ask(OTHER, Set.of(PRICE), row("a"));
    memory.add(OTHER, stretch("a", "b", PRICE), askedBefore);
    assertNotNull(memory.find(OTHER));
    assertNull(memory.find(ONE));
    assertTrue(memory.heldBytes() <= TWO);
  }

  @Test
  void scansThatMakeStretchesTakeOfTheSameMemory() {
    memory.add(ONE, stretch("a", "b", PRICE), 1);
    long held = memory.heldBytes();
    assertTrue(memory.reserve(TWO - held, 1));
    assertEquals(TWO, memory.heldBytes());
    assertFalse(memory.reserve(1, 0));
    memory.free(TWO - held);
    assertEquals(held, memory.heldBytes());

    assertTrue(memory.reserve(TWO, Long.MAX_VALUE));
    assertNull(memory.find(ONE));
    memory.free(TWO / 2);
    memory.add(ONE, stretch("a", "b", PRICE), 1);
    memory.limitTo(1);
    assertNull(memory.find(ONE));
    memory.free(TWO - TWO / 2);
    assertEquals(0, memory.heldBytes());
  }

  @Test
  void noFileGivesWayInVain() {
    ColumnMemory large = new ColumnMemory(2 * TWO, false);
    large.add(ONE, stretch("a", "b", PRICE), 1);
    large.add(OTHER, stretch("a", "b", PRICE), 1);
    large.ask(ONE, Set.of(PRICE), row("a"));
    large.ask(ONE, Set.of(PRICE), row("a"));
    long since = large.ask(ONE, Set.of(PRICE), row("a"));
    large.find(OTHER);

    assertFalse(large.reserve(2 * TWO, since));
    assertNotNull(large.find(ONE));
    assertNotNull(large.find(OTHER));
  }

  @Test
  void oneFileAloneKeepsWhatFits() {
    assertTrue(memory.add(ONE, stretch("a", "b", PRICE), Long.MAX_VALUE));
    for (char first = 'b'; first < 'y'; first++) {
      String next = String.valueOf((char) (first + 1));
      memory.add(ONE, stretch(String.valueOf(first), next, PRICE), Long.MAX_VALUE);
    }
    assertFalse(memory.add(ONE, stretch("y", "z", PRICE), Long.MAX_VALUE));
    assertNotNull(memory.find(ONE).at(row("a")));
    assertNull(memory.find(ONE).at(row("x")));
    assertTrue(memory.heldBytes() <= TWO);
  }

  @Test
  void filesAndRegionsAreForgotten() {
    memory.add(ONE, stretch("a", "b", PRICE), 1);
    memory.add(OTHER, stretch("a", "b", PRICE), 1);
    ZoneMap<ValuedStretch> used = memory.find(ONE);
    memory.dropFile(new Path(ONE));
    assertNull(memory.find(ONE));
    assertNotNull(used.at(row("a")));
    memory.dropRegion("r2");
    assertEquals(0, memory.heldBytes());
  }

  @Test
  void ofARegionsMemoryOneReadPointIsKept() {
    // Room for two stretches, with their names.
    ColumnMemory small = new ColumnMemory(TWO + 200, false);
    String file = ONE + ColumnMemory.BETWEEN_FILES;
    String at7 = file + ColumnMemory.nameOfMemory("r1", 7);
    String at8 = file + ColumnMemory.nameOfMemory("r1", 8);
    small.add(ONE, stretch("a", "b", PRICE), 1);
    small.add(at7, stretch("a", "b", PRICE), 1);
    small.add(at8, stretch("a", "b", PRICE), 2);
    assertNull(small.find(at7));
    assertNotNull(small.find(at8));
    assertNotNull(small.find(ONE));
    small.dropFile(new Path(ONE));
    assertEquals(0, small.heldBytes());
  }

  @Test
  void withoutMemoryNothingIsKept() {
    memory.add(ONE, stretch("a", "b", PRICE), 1);
    memory.limitTo(0);
    assertEquals(0, memory.heldBytes());
    memory.add(ONE, stretch("a", "b", PRICE), 1);
    assertNull(memory.find(ONE));
  }

  @Test
  void scansAtTheSameTimeStayWithinTheBound() {
    int files = 1_000;
    long bound = 100 * TWO;
    ColumnMemory shared = new ColumnMemory(bound, true);
    List<StoredColumn> columns = List.of(PRICE, TAX);
    long most =
        IntStream.range(0, 8)
            .parallel()
            .mapToLong(
                seed -> {
                  Random random = new Random(seed);
                  long held = 0;
                  for (int i = 0; i < 5_000; i++) {
                    String file = "/hbase/t/r" + random.nextInt(files) + "/f/x";
                    char first = (char) ('a' + random.nextInt(20));
                    StoredColumn column = columns.get(random.nextInt(2));
                    long asked = shared.ask(file, Set.of(column), row("a"));
                    shared.find(file);
                    shared.add(file, stretch("" + first, "" + (char) (first + 1), column), asked);
                    if (shared.reserve(TWO, asked)) {
                      held = Math.max(held, shared.heldBytes());
                      shared.free(TWO);
                    }
                    if (random.nextInt(50) == 0) {
                      shared.dropFile(new Path(file));
                    }
                  }
                  return held;
                })
            .max()
            .orElseThrow();
    assertTrue(most <= bound && most > bound / 2, most + " of " + bound);
    for (int file = 0; file < files; file++) {
      shared.dropRegion("r" + file);
    }
    assertEquals(0, shared.heldBytes());
  }

  private static long bytesOfTwo() {
    ColumnMemory large = new ColumnMemory(Long.MAX_VALUE, false);
    large.add(ONE, stretch("a", "b", PRICE), 1);
    large.add(ONE, stretch("b", "c", PRICE), 1);
    return large.heldBytes() + 100;
  }

  private static ValuedStretch stretch(String first, String end, StoredColumn column) {
    RowKeyList.Builder keys = new RowKeyList.Builder();
    ColumnVector values = new ColumnVector(SqlType.BIGINT);
    for (int i = 0; i < ROWS; i++) {
      byte[] key = row(first + i);
      keys.add(key, 0, key.length);
    }
    IntStream.range(0, ROWS).mapToLong(i -> 1L << i * 6).forEach(values::putLong);
    StretchValues packed = new StretchValues(values, ROWS, new BitSet());
    return new ValuedStretch(
        row(first), row(end), keys.build(), keys.count(), null, Map.of(column, packed));
  }

  private static StoredColumn column(String name) {
    return new StoredColumn(ByteString.copyFromUtf8(name), ByteString.EMPTY, ByteString.EMPTY);
  }

  private static byte[] row(String key) {
    return key.getBytes(StandardCharsets.UTF_8);
  }
}
