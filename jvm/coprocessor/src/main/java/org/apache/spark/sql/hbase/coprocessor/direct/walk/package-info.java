/**
 * The walk through captured store files, column family by column family: merging files, patching in
 * newer cells, and learning zones. It gives whole rows to the sources above.
 */
package org.apache.spark.sql.hbase.coprocessor.direct.walk;
