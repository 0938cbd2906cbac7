/**
 * The functions that hash values, such as xxhash64 and crc32, message digests such as sha2, and the
 * test of a Bloom filter. Results equal Spark's to the bit.
 */
package org.apache.spark.sql.hbase.engine.expression.hash;
