/**
 * Point reads: rows named by full row keys, which come by Gets. The same sub-plan runs over them in
 * this process.
 */
package org.apache.spark.sql.hbase.client.point;
