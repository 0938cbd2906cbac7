package org.apache.spark.sql.hbase.engine.analysis;

import com.google.protobuf.ByteString;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.hbase.engine.expression.Functions;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;

/**
 * Finds the families that decide whether a row passes the conditions of a scan. The cells of the
 * other families are read only for rows that pass.
 */
public final class EssentialFamilies {
  private final TableLayout table;

  private EssentialFamilies(TableLayout table) {
    this.table = table;
  }

  /**
   * The families that the conditions look at, if no row without a cell in any of them passes. Else
   * it is empty, because such rows are found by their cells in the others.
   *
   * @param conditions as {@code RowFilter.conditionsOf} returned them
   */
  public static Optional<Set<ByteString>> of(SubPlan conditions) {
    EssentialFamilies families = new EssentialFamilies(conditions.getTable());
    return conditions.getOperatorsList().stream()
            .filter(Operator::hasFilter)
            .anyMatch(operator -> families.rejectsNull(operator.getFilter().getPredicate()))
        ? Optional.of(families.lookedAt(conditions.getOperatorsList()))
        : Optional.empty();
  }

  private Set<ByteString> lookedAt(List<Operator> operators) {
    boolean[] referenced =
        ColumnReferences.of(OperatorSpecs.of(operators), table.getColumnsCount());
    Set<ByteString> families = new HashSet<>();
    for (int column = 0; column < referenced.length; column++) {
      if (referenced[column] && !table.getColumns(column).hasKey()) {
        families.add(familyOf(table.getColumns(column)));
      }
    }
    return families;
  }

  private ByteString familyOf(Column column) {
    return switch (column.getPlaceCase()) {
      case CELL -> column.getCell().getFamily();
      case FAMILY_MAP -> column.getFamilyMap().getFamily();
      case PACKED -> table.getPackedCells(column.getPacked().getCell()).getFamily();
      case KEY, PLACE_NOT_SET ->
          throw new IllegalArgumentException("a column in no family: " + column.getName());
    };
  }

  /** Whether the condition is not TRUE where some value column is NULL. */
  private boolean rejectsNull(Expression condition) {
    if (!condition.hasCall()) {
      return false;
    }
    Function function = condition.getCall().getFunction();
    boolean isFalseOfNull =
        function == Function.IS_NOT_NULL
            || function == Function.IN
            || Functions.isNullOfAnyArgument(function);
    return isFalseOfNull
        && condition.getCall().getArgumentsList().stream()
            .anyMatch(
                argument ->
                    argument.getNodeCase() == Expression.NodeCase.COLUMN
                        && !table.getColumns(argument.getColumn()).hasKey());
  }
}
