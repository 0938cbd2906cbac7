package org.apache.spark.sql.hbase.engine.analysis;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.Aggregate;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.Project;

/**
 * The columns that come out of the table or of an operator.
 *
 * @param names for people: not always unique
 * @param types as many
 */
public record OutputSchema(List<String> names, List<SqlType> types) {
  public OutputSchema {
    names = List.copyOf(names);
    types = List.copyOf(types);
  }

  /** What comes out of an operator over these columns. */
  public OutputSchema after(Operator operator) {
    return new OutputSchema(namesAfter(operator), typesAfter(operator));
  }

  private List<SqlType> typesAfter(Operator operator) {
    return switch (operator.getNodeCase()) {
      case PROJECT -> typesOf(operator.getProject());
      case EXPAND -> typesOf(operator.getExpand().getProjections(0));
      case BROADCAST_JOIN ->
          Stream.concat(
                  types.stream(),
                  operator.getBroadcastJoin().getBuildValuesList().stream()
                      .map(column -> SqlTypes.of(column.getType())))
              .toList();
      case AGGREGATE -> {
        Aggregate aggregate = operator.getAggregate();
        Stream<SqlType> states =
            aggregate.getCallsList().stream()
                .flatMap(call -> call.getStateTypesList().stream())
                .map(SqlTypes::of);
        yield Stream.concat(aggregate.getGroupByList().stream().map(OutputSchema::type), states)
            .toList();
      }
      case FILTER, LIMIT, TOP_N, NODE_NOT_SET -> types;
    };
  }

  private static List<SqlType> typesOf(Project project) {
    return project.getExpressionsList().stream().map(OutputSchema::type).toList();
  }

  private static SqlType type(Expression expression) {
    return SqlTypes.of(expression.getType());
  }

  /** A column that is passed on keeps its name; computed columns are called by their position. */
  private List<String> namesAfter(Operator operator) {
    if (operator.hasBroadcastJoin()) {
      int columns = names.size() + operator.getBroadcastJoin().getBuildValuesCount();
      return IntStream.range(0, columns)
          .mapToObj(i -> i < names.size() ? names.get(i) : "_" + i)
          .toList();
    }
    List<Expression> expressions =
        switch (operator.getNodeCase()) {
          case PROJECT -> operator.getProject().getExpressionsList();
          case AGGREGATE -> operator.getAggregate().getGroupByList();
          // The first projection of a ROLLUP, CUBE or GROUPING SETS has all columns.
          case EXPAND -> operator.getExpand().getProjections(0).getExpressionsList();
          case FILTER, LIMIT, TOP_N, BROADCAST_JOIN, NODE_NOT_SET -> null;
        };
    if (expressions == null) {
      return names;
    }
    return IntStream.range(0, expressions.size() + stateCount(operator))
        .mapToObj(
            i ->
                i < expressions.size()
                        && expressions.get(i).getNodeCase() == Expression.NodeCase.COLUMN
                    ? names.get(expressions.get(i).getColumn())
                    : "_" + i)
        .toList();
  }

  private static int stateCount(Operator operator) {
    return operator.getAggregate().getCallsList().stream()
        .mapToInt(call -> call.getStateTypesCount())
        .sum();
  }
}
