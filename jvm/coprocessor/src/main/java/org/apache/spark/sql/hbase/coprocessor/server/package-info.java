/**
 * The components that the regions of a server share, and their configuration. They are settings,
 * memory, compiled plans, turns to compute, metrics, and the errors that clients see. Knows no
 * scan.
 */
package org.apache.spark.sql.hbase.coprocessor.server;
