/**
 * The coprocessor that HBase loads. {@link SparkSQLRegionObserver} hands scans of sub-plans to
 * {@code scan} and gets that ask questions to {@code request}, {@code split} and {@code
 * direct.zones}. {@code HBaseFit} probes which of these parts run on the HBase at hand. The
 * packages below start no thread and open no socket.
 */
package org.apache.spark.sql.hbase.coprocessor;
