/**
 * FILTER: a condition that rows must fulfil, and the optional one that may be skipped where it does
 * not pay. Knows expressions and no other operator.
 */
package org.apache.spark.sql.hbase.engine.operator.filter;
