/**
 * Reading the blocks of store files below HBase's scanner, where the answer is provably the same.
 * docs/decisions/0004 has the proof.
 */
package org.apache.spark.sql.hbase.coprocessor.direct;
