/**
 * The facts that region servers keep about stretches of a store file: zones with the smallest and
 * the largest value of a column, and counts of rows. One map serves all scans of the server.
 */
package org.apache.spark.sql.hbase.coprocessor.direct.zones;
