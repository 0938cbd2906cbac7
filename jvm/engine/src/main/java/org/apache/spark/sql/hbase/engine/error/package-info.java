/**
 * The exceptions of a run, and how each becomes an error of the wire. This is the lowest package of
 * the module: everything may throw these, and nothing here knows expressions or operators.
 */
package org.apache.spark.sql.hbase.engine.error;
