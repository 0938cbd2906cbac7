package org.apache.spark.sql.hbase.catalog

/** The storage of tables: their rows in the metadata table, the HBase tables below them, snapshots and owners. */
package object store
