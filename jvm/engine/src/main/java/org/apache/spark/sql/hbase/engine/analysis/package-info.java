/**
 * Questions about a sub-plan that are answered before it runs: which columns it reads, what it
 * gives, and in which order. Each is a loop over the specs of the operators. Only compiling and
 * planning use this package; it holds no rows.
 */
package org.apache.spark.sql.hbase.engine.analysis;
