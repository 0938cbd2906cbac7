/**
 * The connection of a process to an HBase cluster: settings, credentials, shared connections, and
 * the regions of tables with their sizes. Nothing here knows sub-plans, but for the exception that
 * both share.
 */
package org.apache.spark.sql.hbase.client.cluster;
