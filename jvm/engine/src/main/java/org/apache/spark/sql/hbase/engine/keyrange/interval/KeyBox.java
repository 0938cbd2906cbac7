package org.apache.spark.sql.hbase.engine.keyrange.interval;

import java.util.Arrays;
import java.util.List;

/**
 * Row keys whose parts each lie in a set of their own. Immutable.
 *
 * @param parts one per segment of the key
 */
public record KeyBox(RangeSet[] parts) {
  public static KeyBox all(int partCount) {
    RangeSet[] parts = new RangeSet[partCount];
    Arrays.fill(parts, RangeSet.ALL);
    return new KeyBox(parts);
  }

  /** All row keys with a part in that set. */
  public static KeyBox of(int partCount, int part, RangeSet values) {
    KeyBox box = all(partCount);
    box.parts[part] = values;
    return box;
  }

  public boolean isEmpty() {
    return Arrays.stream(parts).anyMatch(RangeSet::isEmpty);
  }

  public boolean isAll() {
    return Arrays.stream(parts).allMatch(RangeSet::isAll);
  }

  /** Whether the first part may be restricted, and no other is. */
  public boolean restrictsOnlyFirst() {
    return Arrays.stream(parts).skip(1).allMatch(RangeSet::isAll);
  }

  public KeyBox and(KeyBox other) {
    RangeSet[] both = new RangeSet[parts.length];
    for (int i = 0; i < both.length; i++) {
      both[i] = parts[i].and(other.parts[i]);
    }
    return new KeyBox(both);
  }

  /** Returns the box without the bytes that no value of a part has. */
  public KeyBox possible(List<KeySegment> segments) {
    RangeSet[] possible = new RangeSet[parts.length];
    for (int i = 0; i < parts.length; i++) {
      possible[i] = segments.get(i).possible(parts[i]);
    }
    return new KeyBox(possible);
  }

  /** The smallest box that holds both. */
  public KeyBox hull(KeyBox other) {
    RangeSet[] both = new RangeSet[parts.length];
    for (int i = 0; i < both.length; i++) {
      both[i] = parts[i].or(other.parts[i]);
    }
    return new KeyBox(both);
  }

  /** True if {@link #hull} holds nothing that neither box holds. */
  public boolean hullIsUnion(KeyBox other) {
    int different = 0;
    for (int i = 0; i < parts.length; i++) {
      different += parts[i].equals(other.parts[i]) ? 0 : 1;
    }
    return different <= 1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyBox box && Arrays.equals(parts, box.parts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(parts);
  }
}
