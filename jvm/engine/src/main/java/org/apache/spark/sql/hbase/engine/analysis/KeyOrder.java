package org.apache.spark.sql.hbase.engine.analysis;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.Aggregate;
import org.apache.spark.sql.hbase.wire.proto.BroadcastJoin;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.KeyForm;
import org.apache.spark.sql.hbase.wire.proto.KeyPart;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;

/** In which order rows arrive because the row key orders them. */
public final class KeyOrder {
  private static final int NO_KEY_PART = -1;

  private KeyOrder() {}

  /**
   * Whether the bytes of a key column are in the order of its values, up or down, and equal values
   * have the same bytes: zeros and NaNs of different bytes are equal.
   */
  public static boolean isOfValues(Column column) {
    KeyPart part = column.getKey();
    return column.hasKey()
        && (part.getEncoding() == Encoding.ORDERED || part.getEncoding() == Encoding.PHOENIX)
        && (part.getForm() == KeyForm.PLAIN || part.getForm() == KeyForm.ESCAPED)
        && SqlTypes.of(column.getType()).physical() != SqlType.Physical.DOUBLE;
  }

  /**
   * Whether the rows of an aggregation arrive group by group.
   *
   * <p>True if the group columns are the leading parts of the row key, in any order among
   * themselves, and the operators below pass them on. Behind a salt or hash they must hold the
   * columns that it is computed from, for otherwise a group has rows behind each.
   *
   * @param operators of the whole sub-plan
   */
  public static boolean ordersGroups(TableLayout table, List<Operator> operators) {
    int[] keyParts = keyParts(table);
    for (Operator operator : operators) {
      switch (operator.getNodeCase()) {
        case FILTER -> {
          // Rows that stay are in their order.
        }
        case BROADCAST_JOIN -> keyParts = join(operator.getBroadcastJoin(), keyParts);
        case PROJECT -> keyParts = project(operator.getProject().getExpressionsList(), keyParts);
        case AGGREGATE -> {
          return isLeading(operator.getAggregate(), keyParts, table.getKeyPrefix().getPartsList());
        }
        default -> {
          return false;
        }
      }
    }
    return false;
  }

  /** For each column of the table its position in the row key. */
  private static int[] keyParts(TableLayout table) {
    int[] parts = new int[table.getColumnsCount()];
    Arrays.fill(parts, NO_KEY_PART);
    int part = 0;
    for (int i = 0; i < parts.length; i++) {
      if (table.getColumns(i).getPlaceCase() == Column.PlaceCase.KEY) {
        parts[i] = part++;
      }
    }
    return parts;
  }

  private static int[] project(List<Expression> expressions, int[] input) {
    return expressions.stream().mapToInt(expression -> keyPart(expression, input)).toArray();
  }

  /** The matches of a row follow each other; build columns stand behind those of the input. */
  private static int[] join(BroadcastJoin join, int[] input) {
    int[] output = Arrays.copyOf(input, input.length + join.getBuildValuesCount());
    Arrays.fill(output, input.length, output.length, NO_KEY_PART);
    return output;
  }

  private static int keyPart(Expression expression, int[] input) {
    return expression.getNodeCase() == Expression.NodeCase.COLUMN
        ? input[expression.getColumn()]
        : NO_KEY_PART;
  }

  private static boolean isLeading(Aggregate aggregate, int[] keyParts, List<Integer> prefixParts) {
    BitSet parts = new BitSet();
    for (Expression group : aggregate.getGroupByList()) {
      int part = keyPart(group, keyParts);
      if (part == NO_KEY_PART) {
        return false;
      }
      parts.set(part);
    }
    return !parts.isEmpty()
        && parts.nextClearBit(0) == parts.cardinality()
        && prefixParts.stream().allMatch(parts::get);
  }
}
