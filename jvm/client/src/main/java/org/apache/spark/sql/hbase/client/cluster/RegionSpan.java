package org.apache.spark.sql.hbase.client.cluster;

import java.io.Serializable;

/**
 * One region of a table. Immutable; the arrays are shared, do not modify them.
 *
 * @param startRow first row key, empty for the start of the table
 * @param stopRow first row key beyond, empty for the end of the table
 * @param host host name of its region server, empty while the region is in transition
 */
public record RegionSpan(byte[] startRow, byte[] stopRow, String host) implements Serializable {}
