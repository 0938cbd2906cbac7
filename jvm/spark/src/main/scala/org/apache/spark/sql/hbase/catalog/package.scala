package org.apache.spark.sql.hbase

/**
 * The catalog in parts: definitions of tables, their changes, where they are stored, and the
 * tables about tables. `HBaseTableCatalog` is the catalog as rules and procedures know it.
 */
package object catalog
