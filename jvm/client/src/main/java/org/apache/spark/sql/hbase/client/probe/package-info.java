/**
 * Questions that a Get with an attribute asks of a region: whether the coprocessor runs there,
 * where large regions can be cut, and what region servers know of values.
 */
package org.apache.spark.sql.hbase.client.probe;
