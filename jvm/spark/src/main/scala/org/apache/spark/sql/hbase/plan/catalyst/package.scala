package org.apache.spark.sql.hbase.plan

/**
 * The translation of Spark's expressions and aggregates to those of the wire, and why one of them cannot be translated.
 * Package `function` has the families of functions. Nothing here knows scans or rules.
 */
package object catalyst
