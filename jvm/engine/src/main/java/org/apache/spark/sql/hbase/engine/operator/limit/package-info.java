/** LIMIT: the first rows of a region, or the last ones. Knows no other operator. */
package org.apache.spark.sql.hbase.engine.operator.limit;
