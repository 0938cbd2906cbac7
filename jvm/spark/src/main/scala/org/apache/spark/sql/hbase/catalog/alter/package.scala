package org.apache.spark.sql.hbase.catalog

/**
 * ALTER TABLE: each change of columns, fields and properties becomes a change of the schema. No change rewrites a
 * stored row.
 */
package object alter
