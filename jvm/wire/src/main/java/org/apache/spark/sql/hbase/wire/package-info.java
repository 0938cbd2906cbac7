/**
 * The messages that cross the network: the result frame, the Arrow batch inside it, the errors as
 * text, and the scan attributes. Package {@code plan} has the sub-plan. Specified in
 * docs/FORMAT.md, with vectors in tests/golden. Knows neither HBase nor Spark.
 */
package org.apache.spark.sql.hbase.wire;
