/**
 * The rows that HBase's client returns: plain results, results with metadata columns, and older
 * states of a row.
 */
package org.apache.spark.sql.hbase.client.row;
