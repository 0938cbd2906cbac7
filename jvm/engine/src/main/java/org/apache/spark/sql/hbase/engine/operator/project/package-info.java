/** PROJECT: columns that are replaced by the values of expressions. Knows no other operator. */
package org.apache.spark.sql.hbase.engine.operator.project;
