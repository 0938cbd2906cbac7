package org.apache.spark.sql.hbase.write

/**
 * The bytes of a row that is written: `RowKeyEncoder` makes its row key, `CellEncoder` and `PackedRowEncoder` its
 * cells, and `RowMutations` the Put with the delete markers of its NULLs. `PackedMerge` puts new values of some columns
 * into a packed cell that is there. Nothing here sends anything.
 */
package object encode
