/**
 * The walk through captured store files, column family by column family: merging files, patching in
 * newer cells, and learning zones. {@code FamilyMerge} merges {@code FamilyRows} of the large files
 * with {@code PatchRows}, the rows of small files and memory. {@code FileZones} learns the smallest
 * and largest values while rows are read, and skips stretches that no row can pass. {@code
 * ColumnReplay} takes rows from the memory of columns, which {@code ColumnRecorder} fills. Whole
 * rows go to the sources above.
 */
package org.apache.spark.sql.hbase.coprocessor.direct.walk;
