/**
 * Point reads: rows named by full row keys, which come by batched Gets. {@code PointReader} asks
 * for them, and the same sub-plan runs over the rows in this process, so point reads need no
 * coprocessor. docs/decisions/0007 has the reasons.
 */
package org.apache.spark.sql.hbase.client.point;
