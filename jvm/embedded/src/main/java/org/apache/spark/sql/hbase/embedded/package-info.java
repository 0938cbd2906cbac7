/** An HBase of one JVM for the demo, the tests and a first try. Never on a product class path. */
package org.apache.spark.sql.hbase.embedded;
