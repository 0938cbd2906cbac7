/**
 * The edge to HBase's private members. {@code HBaseInternals} finds those that differ between
 * releases; {@code HBaseLinks} compares all other calls of a part of the coprocessor with the HBase
 * at hand. {@code HBaseFit} switches off a part that would not link. Knows no sub-plans.
 */
package org.apache.spark.sql.hbase.coprocessor.link;
