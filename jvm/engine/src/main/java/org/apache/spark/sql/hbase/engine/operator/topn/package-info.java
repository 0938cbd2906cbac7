/** TOP_N: the first rows of an order, in a heap of bounded size. Knows no other operator. */
package org.apache.spark.sql.hbase.engine.operator.topn;
