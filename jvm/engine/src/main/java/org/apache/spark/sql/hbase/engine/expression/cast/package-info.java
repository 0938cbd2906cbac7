/** CAST between the SQL types. */
package org.apache.spark.sql.hbase.engine.expression.cast;
