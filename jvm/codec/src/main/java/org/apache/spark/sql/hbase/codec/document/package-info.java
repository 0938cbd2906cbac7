/**
 * Nested values as JSON and as Avro. Readers and writers go from the text or the Avro record to the
 * packed form and back.
 */
package org.apache.spark.sql.hbase.codec.document;
