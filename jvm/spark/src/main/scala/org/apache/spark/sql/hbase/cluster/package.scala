package org.apache.spark.sql.hbase

/**
 * Finds an HBase cluster from the settings of a catalog, opens connections to it, and turns HBase's errors into
 * the errors that users see.
 */
package object cluster
