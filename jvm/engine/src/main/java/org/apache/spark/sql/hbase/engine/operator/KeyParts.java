package org.apache.spark.sql.hbase.engine.operator;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;

/** The place of each column in the row key by which rows are ordered. Immutable. */
public final class KeyParts {
  private static final int NONE = -1;

  private final int[] places;

  private KeyParts(int[] places) {
    this.places = places;
  }

  /** The places of the columns of a table. */
  public static KeyParts of(TableLayout table) {
    int[] places = new int[table.getColumnsCount()];
    Arrays.fill(places, NONE);
    int place = 0;
    for (int i = 0; i < places.length; i++) {
      if (table.getColumns(i).getPlaceCase() == Column.PlaceCase.KEY) {
        places[i] = place++;
      }
    }
    return new KeyParts(places);
  }

  /** The places of what expressions over these columns give. */
  public KeyParts of(List<Expression> expressions) {
    return new KeyParts(expressions.stream().mapToInt(this::place).toArray());
  }

  /** Returns these key columns, followed by columns that are not in the key. */
  public KeyParts withOthers(int count) {
    int[] more = Arrays.copyOf(places, places.length + count);
    Arrays.fill(more, places.length, more.length, NONE);
    return new KeyParts(more);
  }

  private int place(Expression expression) {
    return expression.getNodeCase() == Expression.NodeCase.COLUMN
        ? places[expression.getColumn()]
        : NONE;
  }

  /**
   * True if the expressions are the leading columns of the key, in any order, and hold certain
   * others.
   *
   * @param held places of key columns
   */
  public boolean areLed(List<Expression> expressions, List<Integer> held) {
    BitSet found = new BitSet();
    for (Expression expression : expressions) {
      int place = place(expression);
      if (place == NONE) {
        return false;
      }
      found.set(place);
    }
    return !found.isEmpty()
        && found.nextClearBit(0) == found.cardinality()
        && held.stream().allMatch(found::get);
  }
}
