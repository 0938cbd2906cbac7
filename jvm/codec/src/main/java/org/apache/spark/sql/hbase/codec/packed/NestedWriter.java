package org.apache.spark.sql.hbase.codec.packed;

import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * Writes one STRUCT, ARRAY or MAP after the other in its binary form: {@link #reset}, the parts by
 * the methods of {@link ValueSink} (of a MAP to its {@link MapWriter#keys} and {@link
 * MapWriter#values}), then {@link #putTo}. Keeps its buffers; not thread-safe.
 */
public sealed interface NestedWriter extends ValueSink permits PackedWriter, ArrayWriter {

  /** Starts the next value. */
  void reset();

  /** Puts the value as bytes, into the writer of the value around it or any other sink. */
  void putTo(ValueSink sink);
}
