package org.apache.spark.sql.hbase.codec.packed;

import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * Writes one MAP after the other, in the form that {@link MapReader} reads: {@link #reset}, then as
 * many {@link #keys} as {@link #values}, then {@link #putTo}. Not thread-safe.
 */
public final class MapWriter {
  private final ArrayWriter keys;
  private final ArrayWriter values;
  private final ByteBuilder keyBytes = new ByteBuilder();
  private final ByteBuilder out = new ByteBuilder();

  /** A writer of maps of this type. */
  public MapWriter(SqlType type) {
    this.keys = new ArrayWriter(type.fieldType(0));
    this.values = new ArrayWriter(type.fieldType(1));
  }

  /** Starts the next map. */
  public void reset() {
    keys.reset();
    values.reset();
  }

  public ArrayWriter keys() {
    return keys;
  }

  public ArrayWriter values() {
    return values;
  }

  /**
   * Puts the map as bytes.
   *
   * @throws IllegalStateException when a key is NULL, or keys and values are not equally many
   */
  public void putTo(ValueSink sink) {
    if (keys.count() != values.count() || keys.hasNulls()) {
      throw new IllegalStateException("a map has a key that is not NULL for each value");
    }
    keyBytes.reset();
    keys.appendTo(keyBytes);
    out.reset();
    out.appendByte(PackedCodec.FORMAT).appendInt(keyBytes.length());
    out.appendBytes(keyBytes.array(), 0, keyBytes.length());
    values.appendTo(out);
    sink.putBytes(out.array(), 0, out.length());
  }
}
