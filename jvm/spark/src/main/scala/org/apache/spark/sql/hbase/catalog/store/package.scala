package org.apache.spark.sql.hbase.catalog

/**
 * Where tables are kept: their rows in the metadata table, the HBase tables below them,
 * snapshots and owners.
 */
package object store
