package org.apache.spark.sql.hbase.catalog

/** ALTER TABLE: each change of columns, fields and properties as a change of the schema. */
package object alter
