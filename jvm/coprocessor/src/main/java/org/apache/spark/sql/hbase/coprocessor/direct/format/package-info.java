/**
 * The bytes of HBase's store files: blocks, cells in them, sequence ids, and the members that HBase
 * keeps to itself. Only this package knows how HBase writes a cell. {@code HBaseInternals} holds
 * the private members, which {@code direct.StoreFileFit} probes once. {@code SingleCells} reads
 * rows of one cell each some 64 at a time.
 */
package org.apache.spark.sql.hbase.coprocessor.direct.format;
