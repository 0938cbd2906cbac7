package org.apache.spark.sql.hbase

/**
 * The planner strategy that replaces operators by sub-plans just under the exchange. The
 * packages below hold the translation, the rules, what happens at runtime, and statements.
 */
package object plan
