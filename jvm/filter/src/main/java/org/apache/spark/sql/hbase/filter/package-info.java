/**
 * HBase filters for plain scans, of a client whose region servers have no coprocessor. {@code
 * SkipScanFilter} seeks past row keys outside of the ranges; {@code SubPlanFilter} also drops rows
 * that fail a condition on other columns. Families that no condition looks at are read only for
 * rows that pass. The client runs the sub-plan over the rows that are left, so a filter that is
 * missing costs speed only.
 */
package org.apache.spark.sql.hbase.filter;
