package org.apache.spark.sql.hbase

/**
 * Writing rows as store files that HBase takes over. `BulkLoadWrite` has Spark sort the rows so that equal row
 * keys meet in one task. A task's `BulkLoadWriter` sorts them by bytes, and `RegionFiles` cuts them at region
 * borders into one file per family. `BulkLoadBatch` on the driver lists the files in the folder of the job and
 * gives them to HBase's loader. Until the list is written a failure leaves nothing; afterwards `LeftFolders`
 * completes the job.
 */
package object bulkload
