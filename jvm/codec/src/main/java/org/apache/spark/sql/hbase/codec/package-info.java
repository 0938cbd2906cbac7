/**
 * Row-key and value encodings: how SQL values become HBase bytes and back. Plain Java, no
 * dependency. Specified in docs/FORMAT.md, with vectors in tests/golden.
 *
 * <p>Three entrances: {@link org.apache.spark.sql.hbase.codec.ValueCodecs} for one value in one
 * cell, {@link org.apache.spark.sql.hbase.codec.rowkey.RowKeyCodec} for row keys, {@link
 * org.apache.spark.sql.hbase.codec.packed.PackedCodec} for several columns in one cell. All of them
 * give values to, and builders take them as, a {@link
 * org.apache.spark.sql.hbase.codec.types.ValueSink}.
 */
package org.apache.spark.sql.hbase.codec;
