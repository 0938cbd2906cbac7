/**
 * The work of the command {@code pyspark-hbase} on a cluster: attach the coprocessor to tables, ask
 * regions for handshakes, publish jars. Besides, the commands of HBase's shell ({@link
 * RowCommands}, {@link TableCommands}). Called by Python through a gateway, so answers are JSON
 * texts; which steps are taken, and what is undone, is decided there. The region itself is asked
 * which code it runs, because HBase keeps the classes of a jar's path for as long as a server runs.
 */
package org.apache.spark.sql.hbase.client.admin;
