/**
 * The vectorised sub-plan engine: plain Java, no HBase, no Spark. The same classes run in the
 * region server, in the Spark executor when the server cannot, and in unit tests.
 */
package org.apache.spark.sql.hbase.engine;
