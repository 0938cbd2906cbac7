/**
 * Questions about a sub-plan that are answered before it runs: which columns it reads, what it
 * gives, in which order, and how much memory a batch takes. Only compiling and planning use this
 * package; it holds no rows.
 */
package org.apache.spark.sql.hbase.engine.analysis;
