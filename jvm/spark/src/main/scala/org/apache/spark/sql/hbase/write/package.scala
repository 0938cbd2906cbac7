package org.apache.spark.sql.hbase

/** Writing rows as puts and deletes: INSERT, UPDATE, DELETE, MERGE and streaming queries. */
package object write
