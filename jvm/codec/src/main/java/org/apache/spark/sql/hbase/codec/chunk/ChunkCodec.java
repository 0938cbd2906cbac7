package org.apache.spark.sql.hbase.codec.chunk;

import java.util.List;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.types.SqlType;

/**
 * Makes the readers and writers of the chunks of a table: {@link ChunkFormat}. Immutable and
 * thread-safe; readers and writers are not.
 */
public final class ChunkCodec {
  private final SqlType[] types;
  private final GroupKey groups;

  /**
   * Makes the codec of the chunks of a table.
   *
   * @param columns the types of all value columns ever written to the table, in order: the fields
   *     of the packed cell of its overlay rows
   * @throws IllegalArgumentException when there is none or more than {@link PackedCodec#MAX_FIELDS}
   */
  public ChunkCodec(List<SqlType> columns, GroupKey groups) {
    if (columns.isEmpty() || columns.size() > PackedCodec.MAX_FIELDS) {
      throw new IllegalArgumentException(
          "a chunk has 1 to " + PackedCodec.MAX_FIELDS + " columns, not " + columns.size());
    }
    this.types = columns.toArray(SqlType[]::new);
    this.groups = groups;
  }

  public ChunkReader newReader() {
    return new ChunkReader(types);
  }

  public ChunkWriter newWriter() {
    return new ChunkWriter(types, groups);
  }
}
