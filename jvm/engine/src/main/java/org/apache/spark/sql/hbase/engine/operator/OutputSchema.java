package org.apache.spark.sql.hbase.engine.operator;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.Expression;

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

  /** The values of expressions over these columns. A column that is passed on keeps its name. */
  public OutputSchema of(List<Expression> expressions) {
    return new OutputSchema(
        IntStream.range(0, expressions.size())
            .mapToObj(
                i ->
                    expressions.get(i).getNodeCase() == Expression.NodeCase.COLUMN
                        ? names.get(expressions.get(i).getColumn())
                        : computed(i))
            .toList(),
        expressions.stream().map(expression -> SqlTypes.of(expression.getType())).toList());
  }

  /** These columns with computed ones behind them. */
  public OutputSchema with(List<SqlType> more) {
    return new OutputSchema(
        Stream.concat(
                names.stream(),
                IntStream.range(0, more.size()).mapToObj(i -> computed(names.size() + i)))
            .toList(),
        Stream.concat(types.stream(), more.stream()).toList());
  }

  /** Computed columns are called by their position. */
  private static String computed(int position) {
    return "_" + position;
  }
}
