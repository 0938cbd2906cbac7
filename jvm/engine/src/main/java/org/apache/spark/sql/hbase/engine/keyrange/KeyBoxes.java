package org.apache.spark.sql.hbase.engine.keyrange;

import java.util.ArrayList;
import java.util.List;

/**
 * A union of boxes, which may overlap. Beyond {@value #MAX_BOXES} boxes it becomes one that holds
 * them all: more row keys, never fewer. Immutable.
 */
final class KeyBoxes {
  static final int MAX_BOXES = 64;

  private final List<KeyBox> boxes;

  private KeyBoxes(List<KeyBox> boxes) {
    this.boxes = boxes;
  }

  static KeyBoxes of(KeyBox box) {
    return merged(List.of(box));
  }

  static KeyBoxes none() {
    return new KeyBoxes(List.of());
  }

  List<KeyBox> boxes() {
    return boxes;
  }

  KeyBoxes or(KeyBoxes other) {
    List<KeyBox> all = new ArrayList<>(boxes);
    all.addAll(other.boxes);
    return merged(all);
  }

  KeyBoxes and(KeyBoxes other) {
    List<KeyBox> all = new ArrayList<>();
    for (KeyBox a : boxes) {
      for (KeyBox b : other.boxes) {
        all.add(a.and(b));
      }
    }
    return merged(all);
  }

  private static KeyBoxes merged(List<KeyBox> boxes) {
    List<KeyBox> result = new ArrayList<>();
    for (KeyBox box : boxes) {
      if (!box.isEmpty()) {
        add(result, box);
      }
    }
    if (result.size() > MAX_BOXES) {
      return new KeyBoxes(List.of(result.stream().reduce(KeyBox::hull).orElseThrow()));
    }
    return new KeyBoxes(List.copyOf(result));
  }

  private static void add(List<KeyBox> result, KeyBox box) {
    for (int i = 0; i < result.size(); i++) {
      if (result.get(i).hullIsUnion(box)) {
        result.set(i, result.get(i).hull(box));
        return;
      }
    }
    result.add(box);
  }
}
