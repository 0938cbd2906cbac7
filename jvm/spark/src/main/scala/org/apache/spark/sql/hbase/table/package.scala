package org.apache.spark.sql.hbase

/**
 * Tables as Spark's statements see them: what can be read, written and changed. {@code
 * HBaseTable} puts readers and writers together; rules above know it by name.
 */
package object table
