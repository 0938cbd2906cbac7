/** Casts from STRING, to it, and between it and BINARY. */
package org.apache.spark.sql.hbase.engine.expression.textcast;
