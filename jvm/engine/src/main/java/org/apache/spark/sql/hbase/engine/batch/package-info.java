/** Rows held by column: what sources fill and operators pass on. */
package org.apache.spark.sql.hbase.engine.batch;
