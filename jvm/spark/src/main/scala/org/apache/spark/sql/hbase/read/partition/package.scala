package org.apache.spark.sql.hbase.read

/**
 * From key ranges to Spark's input partitions: which task reads which ranges, on which host, and in which order
 * and buckets rows come. `InputPartitions` makes tasks of about the same size, with a host that an executor has
 * (`ExecutorHosts`). `BucketPartitions` makes tasks of one bucket each, so that Spark joins and groups by the
 * salted column without a shuffle. `PointPartitions` divides single row keys.
 */
package object partition
