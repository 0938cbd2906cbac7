/** Counted memory: a budget per scanner under a budget per server. */
package org.apache.spark.sql.hbase.engine.memory;
