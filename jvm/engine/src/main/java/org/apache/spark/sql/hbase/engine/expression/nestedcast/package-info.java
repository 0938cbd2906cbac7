/**
 * Casts of STRUCT, ARRAY and MAP: their parts are cast some at a time, as columns of their own, by
 * the casts of their types.
 */
package org.apache.spark.sql.hbase.engine.expression.nestedcast;
