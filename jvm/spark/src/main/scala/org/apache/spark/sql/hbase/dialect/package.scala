package org.apache.spark.sql.hbase

/**
 * Statements of the proposal that Spark's grammar does not have. Each becomes the same text with
 * a few edits that make it native.
 */
package object dialect
