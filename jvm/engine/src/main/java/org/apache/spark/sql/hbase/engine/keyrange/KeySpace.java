package org.apache.spark.sql.hbase.engine.keyrange;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.hbase.codec.KeyPart;
import org.apache.spark.sql.hbase.codec.RowKeyCodec;
import org.apache.spark.sql.hbase.engine.expression.LeadingConjuncts;
import org.apache.spark.sql.hbase.engine.row.RowLayout;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;

/**
 * The row keys of one table and what conditions say of them. Not thread-safe.
 *
 * @param columns in row-key order; none if the row key is not known
 */
record KeySpace(List<KeyColumn> columns, KeyPredicates predicates) {

  static KeySpace of(TableLayout table) {
    List<KeyPart> parts = RowLayout.keyParts(table);
    Map<Integer, KeyColumn> byOrdinal = new HashMap<>();
    Map<Integer, Integer> partOfColumn = new HashMap<>();
    List<KeyColumn> inOrder = new ArrayList<>();
    if (!parts.isEmpty()) {
      RowKeyCodec codec = new RowKeyCodec(parts);
      for (int column = 0; column < table.getColumnsCount(); column++) {
        if (table.getColumns(column).hasKey()) {
          KeyColumn keyColumn = new KeyColumn(codec, inOrder.size());
          partOfColumn.put(column, inOrder.size());
          byOrdinal.put(column, keyColumn);
          inOrder.add(keyColumn);
        }
      }
    }
    return new KeySpace(List.copyOf(inOrder), new KeyPredicates(byOrdinal, partOfColumn));
  }

  /**
   * Row keys for which all the leading Filters can be TRUE, or one can raise an error where those
   * before it can be TRUE.
   */
  KeyRanges ranges(List<Operator> operators) {
    if (columns.isEmpty()) {
      return KeyRanges.ALL;
    }
    KeyBoxes passing = KeyBoxes.of(KeyBox.all(columns.size()));
    KeyBoxes raising = KeyBoxes.none();
    for (Expression conjunct : LeadingConjuncts.all(operators).toList()) {
      KeyPredicates.Outcome outcome = predicates.of(conjunct);
      raising = raising.or(passing.and(outcome.raises()));
      passing = passing.and(outcome.isTrue());
    }
    return KeyRanges.of(passing.or(raising), columns);
  }
}
