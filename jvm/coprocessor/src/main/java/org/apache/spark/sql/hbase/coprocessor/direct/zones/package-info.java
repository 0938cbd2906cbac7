/**
 * The facts that region servers keep about stretches of a store file: zones with a column's
 * smallest and largest value, and counts of rows. A filter on a column's range skips the stretches
 * that its zones reject; docs/decisions/0006 has the reason why no row is lost. One map serves all
 * scans of the server.
 */
package org.apache.spark.sql.hbase.coprocessor.direct.zones;
