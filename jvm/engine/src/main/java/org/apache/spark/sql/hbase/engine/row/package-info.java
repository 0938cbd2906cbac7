/**
 * From the cells of a row to a row of a column batch, whatever the source and whatever the table's
 * layout. {@code TableRowDecoder} takes the cells of one row. In layout columnar {@code
 * GroupDecoder} appends whole columns of chunks, and {@code GroupRows} picks rows where several
 * loads or overlay rows meet. A {@code ValueProbe} decodes single values as the row decoder does,
 * for zones.
 */
package org.apache.spark.sql.hbase.engine.row;
