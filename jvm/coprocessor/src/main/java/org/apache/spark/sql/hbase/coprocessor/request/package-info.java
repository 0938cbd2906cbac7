/**
 * Requests that carry a private attribute: which instance of the coprocessor answers them, whether
 * their user may know the answer, and the answer about the version.
 */
package org.apache.spark.sql.hbase.coprocessor.request;
