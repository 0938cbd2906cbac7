package org.apache.spark.sql.hbase.wire.plan;

import static org.apache.spark.sql.hbase.wire.plan.PlanFixtures.INT;
import static org.apache.spark.sql.hbase.wire.plan.PlanFixtures.STRING;
import static org.apache.spark.sql.hbase.wire.plan.PlanFixtures.bytes;
import static org.apache.spark.sql.hbase.wire.plan.PlanFixtures.call;
import static org.apache.spark.sql.hbase.wire.plan.PlanFixtures.column;
import static org.apache.spark.sql.hbase.wire.plan.PlanFixtures.integer;
import static org.apache.spark.sql.hbase.wire.plan.PlanFixtures.project;

import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.KeyPart;
import org.apache.spark.sql.hbase.wire.proto.NestedType;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;
import org.apache.spark.sql.hbase.wire.proto.ValueCell;

/** A legal sub-plan over columns of nested types, and the types. */
public final class NestedFixtures {
  public static final DataType POINT = struct(field("x", INT), field("label", STRING));
  private static final DataType PATH = nested(TypeKind.ARRAY, field("", POINT));
  private static final DataType TAGS =
      nested(TypeKind.MAP, field("", STRING), field("", PlanFixtures.DOUBLE));

  private NestedFixtures() {}

  public static NestedType field(String name, DataType type) {
    return NestedType.newBuilder().setName(name).setType(type).build();
  }

  public static DataType struct(NestedType... fields) {
    return nested(TypeKind.STRUCT, fields);
  }

  public static DataType nested(TypeKind kind, NestedType... parts) {
    DataType.Builder type = DataType.newBuilder().setKind(kind);
    for (NestedType part : parts) {
      type.addNested(part);
    }
    return type.build();
  }

  /** SELECT point.label, path[0], tags['a'] and the point without its label. */
  public static SubPlan fields() {
    TableLayout table =
        shapes()
            .addColumns(cell("point", POINT, Encoding.NESTED))
            .addColumns(cell("path", PATH, Encoding.JSON))
            .addColumns(cell("tags", TAGS, Encoding.AVRO))
            .build();
    return PlanFixtures.plan(
        table,
        project(
            call(STRING, Function.GET_STRUCT_FIELD, column(1, POINT), integer(INT, 1)),
            call(POINT, Function.GET_ARRAY_ITEM, EvalMode.ANSI, column(2, PATH), integer(INT, 0)),
            call(
                PlanFixtures.DOUBLE,
                Function.GET_MAP_VALUE,
                column(3, TAGS),
                PlanFixtures.string("a")),
            call(struct(field("x", INT)), Function.NARROW, column(1, POINT))));
  }

  /** A STRUCT whose fields are cells, and one of them. */
  public static SubPlan assembled() {
    TableLayout table =
        shapes()
            .addColumns(cell("point.x", INT, Encoding.HBASE))
            .addColumns(cell("point.label", STRING, Encoding.TEXT))
            .build();
    return PlanFixtures.plan(
        table,
        project(
            call(POINT, Function.ASSEMBLE_STRUCT, column(1, INT), column(2, STRING)),
            column(1, INT)));
  }

  /** A table with its key column. */
  private static TableLayout.Builder shapes() {
    return TableLayout.newBuilder()
        .setName("default.shapes")
        .addFamilies(bytes("f"))
        .addColumns(
            Column.newBuilder()
                .setName("id")
                .setType(INT)
                .setKey(KeyPart.newBuilder().setEncoding(Encoding.ORDERED)));
  }

  private static Column cell(String name, DataType type, Encoding encoding) {
    ValueCell place =
        ValueCell.newBuilder()
            .setFamily(bytes("f"))
            .setQualifier(bytes(name))
            .setEncoding(encoding)
            .build();
    return Column.newBuilder().setName(name).setType(type).setNullable(true).setCell(place).build();
  }
}
