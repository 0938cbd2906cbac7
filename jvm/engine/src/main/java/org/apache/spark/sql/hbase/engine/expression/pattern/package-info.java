/** LIKE and regular expressions. */
package org.apache.spark.sql.hbase.engine.expression.pattern;
