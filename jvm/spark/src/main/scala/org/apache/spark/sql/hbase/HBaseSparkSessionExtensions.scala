package org.apache.spark.sql.hbase

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.hbase.conf.HBaseConf
import org.apache.spark.sql.hbase.dialect.DialectParser
import org.apache.spark.sql.hbase.error.JarFit
import org.apache.spark.sql.hbase.plan.HBasePlannerStrategy
import org.apache.spark.sql.hbase.plan.push.NullConditionsInOrder
import org.apache.spark.sql.hbase.plan.runtime.{InjectRuntimeKeyFilters, PhysicalRules, PruneOuterSide}
import org.apache.spark.sql.hbase.plan.statement.{
  AssignedColumns,
  MergedInserts,
  MetadataInStatements,
  NearTableName,
  ReadBeforeWrite,
  ReadOptions,
  RefusedViews,
  SavedTableProperties,
  SetNotNull,
  SplitBySample
}
import org.apache.spark.sql.hbase.shim.{CatalogShim, CharacterTypesShim, InsertOnlyMergeShim, LeftOutColumnsShim}
import org.apache.spark.sql.hbase.shim.classic.SparkSession

/**
 * The extension class that `spark.sql.extensions` names. Without it the catalog still works, region servers
 * do what [[org.apache.spark.sql.hbase.read.SourceScanBuilder]] takes of a query, and the statements of the proposal are
 * syntax errors.
 */
final class HBaseSparkSessionExtensions extends (SparkSessionExtensions => Unit) {
  override def apply(extensions: SparkSessionExtensions): Unit = {
    JarFit.check()
    // Registered here, so that SET checks their values from the start of the session.
    HBaseConf.register()
    extensions.injectPlannerStrategy(session => new HBasePlannerStrategy(session.asInstanceOf[SparkSession]))
    if (!CatalogShim.tellsReadOptions) extensions.injectPostHocResolutionRule(_ => ReadOptions)
    extensions.injectPostHocResolutionRule(_ => SetNotNull)
    extensions.injectPostHocResolutionRule(_ => MetadataInStatements)
    extensions.injectPostHocResolutionRule(_ => AssignedColumns)
    InsertOnlyMergeShim.register(extensions)
    extensions.injectOptimizerRule(_ => MergedInserts)
    extensions.injectPostHocResolutionRule(_ => SavedTableProperties)
    extensions.injectPostHocResolutionRule(session => new NearTableName(session.asInstanceOf[SparkSession]))
    extensions.injectCheckRule(_ => RefusedViews)
    CharacterTypesShim.register(extensions)
    LeftOutColumnsShim.register(extensions)
    extensions.injectOptimizerRule(_ => ReadBeforeWrite)
    // After the rules that move conditions and joins, before those that make scans.
    extensions.injectPreCBORule(_ => PruneOuterSide)
    extensions.injectPreCBORule(_ => NullConditionsInOrder)
    extensions.injectOptimizerRule(session => new SplitBySample(session.asInstanceOf[SparkSession]))
    extensions.injectColumnar(_ => PhysicalRules)
    extensions.injectQueryStagePrepRule(_ => InjectRuntimeKeyFilters)
    extensions.injectParser(DialectParser(_, _))
  }
}
