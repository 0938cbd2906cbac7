/**
 * Scanners that read a region from its end. A package of its own, because an HBase may lack what
 * they need: then this part is switched off, and clients read from the end themselves.
 */
package org.apache.spark.sql.hbase.coprocessor.backward;
