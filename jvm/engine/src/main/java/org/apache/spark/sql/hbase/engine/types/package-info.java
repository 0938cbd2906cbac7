/**
 * The SQL types of sub-plans and the 128-bit integers that hold unscaled decimals. Expressions,
 * aggregates and sources use them; nothing here knows batches.
 */
package org.apache.spark.sql.hbase.engine.types;
