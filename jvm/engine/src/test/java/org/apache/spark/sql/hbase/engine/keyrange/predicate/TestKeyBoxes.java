package org.apache.spark.sql.hbase.engine.keyrange.predicate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeys;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyBox;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange;
import org.apache.spark.sql.hbase.engine.keyrange.interval.RangeSet;
import org.junit.jupiter.api.Test;

class TestKeyBoxes {
  private static final KeyBoxes ONE = boxes(List.of(1), List.of(1));

  @Test
  void boxesThatDifferInOnePartAreOne() {
    KeyBoxes both = ONE.or(boxes(List.of(2), List.of(1)));
    assertEquals(List.of(box(List.of(1, 2), List.of(1))), both.boxes());
    KeyBoxes apart = ONE.or(boxes(List.of(2), List.of(2)));
    assertEquals(List.of(box(List.of(1), List.of(1)), box(List.of(2), List.of(2))), apart.boxes());
  }

  @Test
  void whatWasMergedIsMergedOn() {
    KeyBoxes apart = ONE.or(boxes(List.of(2), List.of(1, 2))).or(boxes(List.of(7), List.of(7)));
    assertEquals(3, apart.boxes().size());
    assertEquals(
        List.of(box(List.of(1, 2), List.of(1, 2)), box(List.of(7), List.of(7))),
        apart.or(boxes(List.of(1), List.of(2))).boxes());
  }

  @Test
  void emptyBoxesAreLeftOut() {
    assertEquals(ONE.boxes(), ONE.or(boxes(List.of(), List.of(3))).boxes());
    assertEquals(List.of(), ONE.and(boxes(List.of(2), List.of(1))).boxes());
  }

  @Test
  void beyondTheBoundOneHoldsThemAll() {
    assertEquals(KeyBoxes.MAX_BOXES, diagonal(0, KeyBoxes.MAX_BOXES).boxes().size());
    List<Integer> all = IntStream.rangeClosed(0, KeyBoxes.MAX_BOXES).boxed().toList();
    assertEquals(List.of(box(all, all)), diagonal(0, KeyBoxes.MAX_BOXES + 1).boxes());
  }

  @Test
  void aProductOfManyWithManyIsOneToo() {
    KeyBoxes first = ofFour(diagonal(0, 60), 0);
    KeyBoxes second = ofFour(diagonal(0, 60), 2);
    RangeSet all = values(IntStream.range(0, 60).boxed().toList());
    assertEquals(
        List.of(new KeyBox(new RangeSet[] {all, all, all, all})), first.and(second).boxes());
  }

  /** Boxes (from, from), (from + 1, from + 1) and so on. */
  private static KeyBoxes diagonal(int from, int count) {
    return IntStream.range(from, from + count)
        .mapToObj(i -> boxes(List.of(i), List.of(i)))
        .reduce(KeyBoxes.none(), KeyBoxes::or);
  }

  /** Returns the pairs as two of four parts; the other parts are free. */
  private static KeyBoxes ofFour(KeyBoxes pairs, int part) {
    return pairs.boxes().stream()
        .map(
            box -> {
              RangeSet[] parts = KeyBox.all(4).parts();
              parts[part] = box.parts()[0];
              parts[part + 1] = box.parts()[1];
              return KeyBoxes.of(new KeyBox(parts));
            })
        .reduce(KeyBoxes.none(), KeyBoxes::or);
  }

  private static KeyBoxes boxes(List<Integer> first, List<Integer> second) {
    return KeyBoxes.of(box(first, second));
  }

  private static KeyBox box(List<Integer> first, List<Integer> second) {
    return new KeyBox(Stream.of(first, second).map(TestKeyBoxes::values).toArray(RangeSet[]::new));
  }

  /** Each value is a byte. */
  private static RangeSet values(List<Integer> bytes) {
    return RangeSet.of(
        bytes.stream()
            .map(i -> new byte[] {(byte) (2 * i)})
            .map(at -> new KeyRange(at, RowKeys.after(at)))
            .toList());
  }
}
