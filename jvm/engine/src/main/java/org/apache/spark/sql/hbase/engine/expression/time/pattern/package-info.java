/**
 * Dates and timestamps as text by a pattern of Spark's, both ways: the pattern, the parser, the
 * English names, and the two expressions that run.
 */
package org.apache.spark.sql.hbase.engine.expression.time.pattern;
