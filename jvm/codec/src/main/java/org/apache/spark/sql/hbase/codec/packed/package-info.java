/**
 * Several columns in one cell, and the binary form of STRUCT, ARRAY and MAP, which is the same.
 * {@code PackedCodec} is the entrance for cells, {@code NestedReader} for nested values.
 */
package org.apache.spark.sql.hbase.codec.packed;
