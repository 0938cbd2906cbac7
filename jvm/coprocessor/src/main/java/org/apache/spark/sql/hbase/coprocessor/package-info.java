/**
 * The sub-plan engine inside a region server. An observer wraps the scanners of sub-plan scans and
 * answers with result frames. Rows come from the scanner that HBase hands over, or straight from
 * the blocks of store files that HBase holds open ({@code coprocessor.direct}). The package starts
 * no thread and opens no socket.
 */
package org.apache.spark.sql.hbase.coprocessor;
