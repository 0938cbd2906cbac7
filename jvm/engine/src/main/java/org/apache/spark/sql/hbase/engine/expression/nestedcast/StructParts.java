package org.apache.spark.sql.hbase.engine.expression.nestedcast;

import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedReader;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** Casts the fields of STRUCTs, each field for some rows at once. Not thread-safe. */
final class StructParts {
  private final PackedReader reader;
  private final PartCast[] fields;
  private final ValueSink[] sinks;
  private final ColumnVector[] cast;

  StructParts(SqlType struct, PartCast[] fields) {
    this.reader = PackedCodec.ofStruct(struct).newReader();
    this.fields = fields;
    this.sinks = new ValueSink[fields.length];
    this.cast = new ColumnVector[fields.length];
  }

  /**
   * One vector per field. Its rows are those of the selection from {@code from} to {@code to}, at
   * most {@link PartCast#MAX_AT_ONCE}. Valid until the next call.
   */
  ColumnVector[] cast(ColumnVector structs, SelectedRows rows, int from, int to) {
    for (int field = 0; field < fields.length; field++) {
      sinks[field] = fields[field].restart();
    }
    for (int k = from; k < to; k++) {
      int i = rows.positions[k];
      reader.bind(structs.data, structs.offsets[i], structs.length(i));
      for (int field = 0; field < fields.length; field++) {
        reader.read(field, sinks[field]);
      }
    }
    for (int field = 0; field < fields.length; field++) {
      cast[field] = fields[field].cast();
    }
    return cast;
  }
}
