package org.apache.spark.sql.hbase.coprocessor.direct;

import com.google.protobuf.ByteString;
import java.util.List;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.row.ValueProbe;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Filter;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.KeyPart;
import org.apache.spark.sql.hbase.wire.proto.Literal;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;
import org.apache.spark.sql.hbase.wire.proto.ValueCell;

/** Sub-plans of text cases: a filter on one BIGINT, written as text. */
final class CasePlans {
  private static final DataType BIGINT = DataType.newBuilder().setKind(TypeKind.BIGINT).build();
  private static final DataType BOOLEAN = DataType.newBuilder().setKind(TypeKind.BOOLEAN).build();
  private static final DataType STRING = DataType.newBuilder().setKind(TypeKind.STRING).build();

  private CasePlans() {}

  /**
   * The probes of {@code column BETWEEN min AND max}.
   *
   * @param column {@code family:qualifier}
   * @param range {@code min..max}
   */
  static List<ValueProbe> probes(String column, String range) {
    String[] name = column.split(":");
    String[] ends = range.split("\\.\\.");
    ValueCell cell =
        ValueCell.newBuilder()
            .setFamily(ByteString.copyFromUtf8(name[0]))
            .setQualifier(ByteString.copyFromUtf8(name[1]))
            .setEncoding(Encoding.TEXT)
            .build();
    TableLayout table =
        TableLayout.newBuilder()
            .setName("t")
            .addFamilies(ByteString.copyFromUtf8(name[0]))
            .addColumns(
                Column.newBuilder()
                    .setName("k")
                    .setType(STRING)
                    .setKey(KeyPart.newBuilder().setEncoding(Encoding.ORDERED)))
            .addColumns(
                Column.newBuilder().setName("n").setType(BIGINT).setNullable(true).setCell(cell))
            .build();
    Expression isInRange =
        call(
            Function.AND,
            compared(Function.GREATER_THAN_OR_EQUAL, Long.parseLong(ends[0])),
            compared(Function.LESS_THAN_OR_EQUAL, Long.parseLong(ends[1])));
    SubPlan plan =
        SubPlan.newBuilder()
            .setFormatVersion(1)
            .setTable(table)
            .addOperators(
                Operator.newBuilder().setFilter(Filter.newBuilder().setPredicate(isInRange)))
            .build();
    return CompiledSubPlan.probesOf(plan);
  }

  private static Expression compared(Function function, long value) {
    Expression column = Expression.newBuilder().setType(BIGINT).setColumn(1).build();
    Literal literal = Literal.newBuilder().setInteger(value).build();
    return call(
        function, column, Expression.newBuilder().setType(BIGINT).setLiteral(literal).build());
  }

  private static Expression call(Function function, Expression left, Expression right) {
    return Expression.newBuilder()
        .setType(BOOLEAN)
        .setCall(Call.newBuilder().setFunction(function).addArguments(left).addArguments(right))
        .build();
  }
}
