/**
 * Row-key and value encodings: how SQL values become HBase bytes and back. Plain Java, no
 * dependency. Specified in docs/FORMAT.md, with vectors in tests/golden.
 */
package org.apache.spark.sql.hbase.codec;
