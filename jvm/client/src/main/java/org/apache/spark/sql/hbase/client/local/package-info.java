/** Sub-plans over rows that are in memory: the engine without HBase, for the Python package. */
package org.apache.spark.sql.hbase.client.local;
