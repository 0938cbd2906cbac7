/** Hash functions and message digests. */
package org.apache.spark.sql.hbase.engine.expression.hash;
