/**
 * An HBase of one JVM for the demo, the tests and a first try: ZooKeeper, master, region servers
 * and a Thrift gateway on free loopback ports. It is never on a product class path.
 */
package org.apache.spark.sql.hbase.embedded;
