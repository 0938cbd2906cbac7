package org.apache.spark.sql.hbase.catalog.alter

import org.apache.spark.sql.hbase.schema.TableSchema

/**
 * The result of ALTER TABLE: the next version of a table.
 *
 * @param schema of the next version
 * @param physical values of `FamilySettings` and of the coprocessor's jar to change in HBase, by property; None: the default
 */
private[catalog] final case class AlteredTable(schema: TableSchema, physical: Map[String, Option[String]])
