/**
 * The messages that cross the network: the sub-plan (protobuf, parsed and validated as untrusted
 * input), the result frame, the Arrow batch inside it and the errors as text. Specified in
 * docs/FORMAT.md, with vectors in tests/golden. Knows neither HBase nor Spark.
 */
package org.apache.spark.sql.hbase.wire;
