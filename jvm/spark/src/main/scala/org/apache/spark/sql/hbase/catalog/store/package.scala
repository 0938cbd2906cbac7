package org.apache.spark.sql.hbase.catalog

/**
 * The storage of tables: their rows in the metadata table (`MetadataStore`), the HBase tables below them,
 * snapshots and owners. `KeptTimes` refuses a past time that a column family does not keep. `TableOwners` asks the
 * HBase table whether the SQL table may empty or drop it.
 */
package object store
