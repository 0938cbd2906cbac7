package org.apache.spark.sql.hbase

/**
 * Statements of the proposal that Spark's grammar does not have. `DialectParser` stands in front of Spark's
 * parser. `NativeStatement` looks at two tokens and hands CREATE TABLE, ALTER TABLE and LOAD DATA to the class of
 * each. Every statement becomes a `Rewriting`: the same text with a few edits that make it native, so that Spark's
 * errors point at the user's text. `InnerStatements` finds statements behind EXPLAIN and in scripts.
 */
package object dialect
