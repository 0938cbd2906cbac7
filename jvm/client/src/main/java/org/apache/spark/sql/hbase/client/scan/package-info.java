/**
 * Reading the answer of a sub-plan by scans. {@code SubPlanReader} is the entrance; {@code
 * Coverage} proves that frames cover the range once, and {@code LocalRun} computes what a region
 * server cannot.
 *
 * <p>The readers use the public API of hbase-client only, so they link against the shaded client as
 * well.
 */
package org.apache.spark.sql.hbase.client.scan;
