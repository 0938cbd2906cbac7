package org.apache.spark.sql.hbase

/**
 * Writing rows as store files that HBase takes over: sorting, cutting at region borders,
 * loading, and finishing a load that broke off.
 */
package object bulkload
