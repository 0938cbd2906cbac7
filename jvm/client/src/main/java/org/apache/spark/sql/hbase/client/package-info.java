/**
 * Reads the answer of a sub-plan from HBase: builds the scan with its attribute, proves that the
 * result frames cover the range exactly once, resumes after regions moved, and runs the same engine
 * in this process where a region server cannot. Uses the public API of hbase-client only, so it
 * links against the shaded client as well.
 */
package org.apache.spark.sql.hbase.client;
