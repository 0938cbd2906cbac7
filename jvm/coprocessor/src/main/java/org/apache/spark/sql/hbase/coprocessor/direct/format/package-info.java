/**
 * The bytes of HBase's store files: blocks, cells in them and sequence ids. Only this package knows
 * how HBase writes a cell. {@code SingleCells} reads rows of one cell each some 64 at a time.
 */
package org.apache.spark.sql.hbase.coprocessor.direct.format;
