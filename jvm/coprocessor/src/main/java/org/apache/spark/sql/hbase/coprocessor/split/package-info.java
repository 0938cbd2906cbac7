/**
 * Tells clients where to cut a large region into key ranges of about the same number of bytes. It
 * looks at what HBase holds in memory about store files, never at a block, and never decides what a
 * query reads: a wrong cut costs speed only.
 */
package org.apache.spark.sql.hbase.coprocessor.split;
