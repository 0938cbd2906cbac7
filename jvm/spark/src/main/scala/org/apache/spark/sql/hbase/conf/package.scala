package org.apache.spark.sql.hbase

/**
 * The settings: of the session, of a table, of one query and of one write, each defined once
 * with the order in which they win. Nothing here reads or writes.
 */
package object conf
