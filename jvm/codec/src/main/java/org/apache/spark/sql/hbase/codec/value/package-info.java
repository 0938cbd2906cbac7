/**
 * Codecs of one value without parts in one cell: ordered, HBase's own, Phoenix's and text. {@code
 * ScalarCodecs} makes them.
 */
package org.apache.spark.sql.hbase.codec.value;
