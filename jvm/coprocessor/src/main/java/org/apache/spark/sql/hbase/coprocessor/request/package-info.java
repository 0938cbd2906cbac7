/**
 * Requests that carry a private attribute: which instance of the coprocessor answers them, and
 * whether their user may know the answer. The answer about the version is here, too.
 */
package org.apache.spark.sql.hbase.coprocessor.request;
