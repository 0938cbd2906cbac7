/**
 * Finds out what our classes need of HBase and the HBase at hand does not have. Knows neither
 * sub-plans nor regions.
 */
package org.apache.spark.sql.hbase.coprocessor.link;
