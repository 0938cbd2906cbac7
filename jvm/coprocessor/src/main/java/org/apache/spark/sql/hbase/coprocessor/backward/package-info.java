/**
 * Scanners that read a region from its end, for an ORDER BY the row key DESC with a LIMIT. The rows
 * leave in one frame that covers the region. A package of its own, because an HBase may lack what
 * they need. Then this part is switched off, and clients read from the end themselves.
 */
package org.apache.spark.sql.hbase.coprocessor.backward;
