/**
 * HBase filters for plain scans, of a client whose region servers have no coprocessor: they leave
 * out rows that a sub-plan would, and the client runs the sub-plan over the others.
 */
package org.apache.spark.sql.hbase.filter;
