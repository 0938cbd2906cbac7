package org.apache.spark.sql.hbase.engine.keyrange.predicate;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyBox;

/**
 * A union of boxes, which may overlap. Beyond {@value #MAX_BOXES} boxes it becomes one that holds
 * them all: more row keys, never fewer. Immutable.
 */
public final class KeyBoxes {
  public static final int MAX_BOXES = 64;

  /**
   * Each new box is compared with all, so a product of many with many is not looked at to its end.
   */
  private static final int MAX_COMPARED = 2 * MAX_BOXES;

  /** No two of them can be merged. */
  private final List<KeyBox> boxes;

  private final boolean isHull;

  private KeyBoxes(List<KeyBox> boxes, boolean isHull) {
    this.boxes = boxes;
    this.isHull = isHull;
  }

  public static KeyBoxes of(KeyBox box) {
    return union(List.of(), List.of(box), false);
  }

  public static KeyBoxes none() {
    return new KeyBoxes(List.of(), false);
  }

  /** Whether boxes that were too many became one somewhere, so that it holds more row keys. */
  public boolean isHull() {
    return isHull;
  }

  public List<KeyBox> boxes() {
    return boxes;
  }

  public KeyBoxes or(KeyBoxes other) {
    return union(boxes, other.boxes, isHull || other.isHull);
  }

  public KeyBoxes and(KeyBoxes other) {
    List<KeyBox> all = new ArrayList<>();
    for (KeyBox a : boxes) {
      for (KeyBox b : other.boxes) {
        all.add(a.and(b));
      }
    }
    return union(List.of(), all, isHull || other.isHull);
  }

  /**
   * @param merged boxes of which no two can be merged
   * @param isHull whether some of them hold more row keys already
   */
  private static KeyBoxes union(List<KeyBox> merged, List<KeyBox> more, boolean isHull) {
    List<KeyBox> result = new ArrayList<>(merged);
    for (KeyBox box : more) {
      if (!box.isEmpty()) {
        add(result, box);
      }
      if (result.size() > MAX_COMPARED) {
        return hull(Stream.concat(merged.stream(), more.stream()));
      }
    }
    return result.size() > MAX_BOXES
        ? hull(result.stream())
        : new KeyBoxes(List.copyOf(result), isHull);
  }

  private static KeyBoxes hull(Stream<KeyBox> boxes) {
    return new KeyBoxes(
        List.of(boxes.filter(box -> !box.isEmpty()).reduce(KeyBox::hull).orElseThrow()), true);
  }

  /** Merges it with one, the result with another, and so on, in the place of the first of them. */
  private static void add(List<KeyBox> result, KeyBox box) {
    KeyBox grown = box;
    int place = result.size();
    int at = 0;
    while (at < result.size()) {
      if (result.get(at).hullIsUnion(grown)) {
        grown = result.remove(at).hull(grown);
        place = Math.min(place, at);
        at = 0;
      } else {
        at++;
      }
    }
    result.add(place, grown);
  }
}
