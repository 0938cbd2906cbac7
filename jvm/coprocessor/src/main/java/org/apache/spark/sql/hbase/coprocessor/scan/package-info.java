/**
 * Scans of sub-plans: opening them, running the engine in slices, and writing result frames. Rows
 * come from HBase's scanner ({@code RegionRowSource}) or from store files ({@code direct}). Knows
 * the server's state and settings, and no hook of HBase.
 */
package org.apache.spark.sql.hbase.coprocessor.scan;
