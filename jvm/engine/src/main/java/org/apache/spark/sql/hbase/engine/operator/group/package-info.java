/**
 * Tables that number groups by their keys, one per kind of key: a few possible keys, one number,
 * any bytes, keys in order. Aggregations and joins use them; nothing here knows an operator.
 */
package org.apache.spark.sql.hbase.engine.operator.group;
