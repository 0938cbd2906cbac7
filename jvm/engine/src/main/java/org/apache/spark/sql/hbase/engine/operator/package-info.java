/**
 * The operators of a sub-plan. Filter and Project turn a batch into the next one; at the end a sink
 * keeps rows or groups until a frame takes them.
 */
package org.apache.spark.sql.hbase.engine.operator;
