package org.apache.spark.sql.hbase.catalog

/**
 * From the words of a statement to the schema of a table, and back to its description.
 * Properties of tables are defined here.
 */
package object definition
