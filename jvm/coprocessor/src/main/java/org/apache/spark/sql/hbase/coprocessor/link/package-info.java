/**
 * Compares the calls of each part of the coprocessor with the members that the HBase at hand has.
 * {@code HBaseFit} switches off a part that would not link. Knows neither sub-plans nor regions.
 */
package org.apache.spark.sql.hbase.coprocessor.link;
