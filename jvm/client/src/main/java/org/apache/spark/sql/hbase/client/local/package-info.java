/**
 * Runs sub-plans over rows that are in memory: the engine without HBase. The Python package calls
 * it for {@code SubPlan.run_local}; the answer comes in frames as from a region server.
 */
package org.apache.spark.sql.hbase.client.local;
