/** EXPAND: several rows of one, for ROLLUP, CUBE and several DISTINCTs. Knows no other operator. */
package org.apache.spark.sql.hbase.engine.operator.expand;
