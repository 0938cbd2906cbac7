/**
 * Micro-benchmarks of the engine, run by {@code ./build.sh bench engine}. They print nanoseconds
 * and allocated bytes per row; nothing asserts on them.
 */
package org.apache.spark.sql.hbase.bench;
