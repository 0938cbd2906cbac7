/**
 * The bytes of HBase's store files: blocks, cells in them, sequence ids, and the members that HBase
 * keeps to itself. Only this package knows how HBase writes a cell.
 */
package org.apache.spark.sql.hbase.coprocessor.direct.format;
