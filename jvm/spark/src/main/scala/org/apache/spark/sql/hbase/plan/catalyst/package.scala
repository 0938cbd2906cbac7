package org.apache.spark.sql.hbase.plan

/**
 * The translation of Spark's expressions and aggregates to those of the wire, family by family,
 * and why one of them cannot be translated. Nothing here knows scans or rules.
 */
package object catalyst
