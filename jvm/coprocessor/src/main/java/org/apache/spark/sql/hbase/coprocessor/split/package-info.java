/**
 * Tells clients where to cut a large region into key ranges of about the same number of bytes. It
 * looks at what HBase holds in memory about store files, never at a block. It never decides what a
 * query reads: a wrong split point costs speed only.
 */
package org.apache.spark.sql.hbase.coprocessor.split;
