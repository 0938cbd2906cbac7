/**
 * LIKE and regular expressions in linear time. {@code RegexTranslator} accepts the patterns on
 * which a linear engine and Java's agree; the others stay in Spark.
 */
package org.apache.spark.sql.hbase.engine.expression.pattern;
