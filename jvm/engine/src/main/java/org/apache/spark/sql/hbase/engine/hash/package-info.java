/** Hash functions that give Spark's values, for functions and aggregates alike. */
package org.apache.spark.sql.hbase.engine.hash;
