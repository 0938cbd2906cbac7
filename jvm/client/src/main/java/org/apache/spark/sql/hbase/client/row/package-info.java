/**
 * The rows that HBase's client returns: plain results, results with metadata columns, and older
 * states of a row. {@code MetadataResults} adds the metadata columns as cells of a family that no
 * table can have ({@code RowMetadata}). So the engine in this process reads them like any other
 * cell. {@code RowStates} makes older states of a row out of its versions.
 */
package org.apache.spark.sql.hbase.client.row;
