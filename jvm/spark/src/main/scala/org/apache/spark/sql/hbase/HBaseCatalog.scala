package org.apache.spark.sql.hbase

import java.util

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.client.Admin

import org.apache.spark.sql.catalyst.analysis.{
  AsOfTimestamp,
  AsOfVersion,
  NoSuchTableException,
  TableAlreadyExistsException,
  TimeTravelSpec
}
import org.apache.spark.sql.connector.catalog._
import org.apache.spark.sql.hbase.catalog._
import org.apache.spark.sql.hbase.catalog.alter.TableAlterer
import org.apache.spark.sql.hbase.catalog.definition.TableDescription
import org.apache.spark.sql.hbase.catalog.store.{
  KeptTimes,
  LeftTables,
  MetadataStore,
  PhysicalTables,
  Snapshots,
  StoredTable,
  TableCreator,
  TableOwners
}
import org.apache.spark.sql.hbase.catalog.systemtable.HBaseMetadataTable
import org.apache.spark.sql.hbase.client.cluster.{ClusterSettings, Masters, SharedConnection}
import org.apache.spark.sql.hbase.client.scan.TimeBounds
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.conf.{Choice, Chosen, DecodedTable, DecodeMode, HBaseConf, ReadTime, WriteOptions}
import org.apache.spark.sql.hbase.error.{HBaseErrors, JarFit}
import org.apache.spark.sql.hbase.function.HBaseFunctions
import org.apache.spark.sql.hbase.procedure._
import org.apache.spark.sql.hbase.schema.{Layout, TableSchema}
import org.apache.spark.sql.hbase.shim.{DeclaringCatalog, DeclaringShim, LikeShim, ProceduresShim, TableDeclaration}
import org.apache.spark.sql.hbase.shim.classic.SparkSession
import org.apache.spark.sql.hbase.table.{HBaseTable, LikeStatement, StagedHBaseTable}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/**
 * The SQL tables of one HBase cluster: `spark.sql.catalog.<name>=org.apache.spark.sql.hbase.HBaseCatalog` with
 * `spark.sql.catalog.<name>.quorum=host:port`. Namespaces are HBase's own; tables are the rows of [[MetadataStore]]. Nothing
 * is cached but the connection. Thread-safe.
 */
final class HBaseCatalog
    extends DeclaringShim
    with LikeShim
    with HBaseTableCatalog
    with HBaseNamespaces
    with ProceduresShim
    with HBaseFunctions {
  import HBaseTableCatalog._

  private var catalogName: String = _
  private var options: Map[String, String] = _
  // Read with the first use: Spark makes a catalog for every mention of its name, and a wrong setting must not break that.
  private lazy val settings: ClusterSettings = HBaseCluster.settings(options)

  override def initialize(name: String, options: CaseInsensitiveStringMap): Unit = {
    JarFit.check()
    catalogName = name
    this.options = options.asCaseSensitiveMap.asScala.toMap
  }

  override def name(): String = catalogName

  override def defaultNamespace(): Array[String] = Array(DefaultNamespace)

  override def capabilities(): util.Set[TableCatalogCapability] =
    (DeclaringShim.capabilities :+ TableCatalogCapability.SUPPORT_COLUMN_DEFAULT_VALUE).toSet.asJava

  override def listTables(namespace: Array[String]): Array[Identifier] = {
    val hbaseNamespace = existingNamespace(namespace)
    store(_.list(hbaseNamespace)).map(Identifier.of(namespace, _)).toArray
  }

  override def loadTable(ident: Identifier): Table = loadRead(ident, None, CaseInsensitiveStringMap.empty)

  /** For statements that change rows: what they cannot read they must not overwrite with NULL. */
  override def loadTable(ident: Identifier, writePrivileges: util.Set[TableWritePrivilege]): Table =
    loadTable(ident, ReadTime.Present, Some(Chosen(DecodeMode.FailFast, "a statement that changes rows")))

  /** For `TIMESTAMP AS OF`. */
  override def loadTable(ident: Identifier, timestamp: Long): Table =
    loadRead(ident, Some(AsOfTimestamp(timestamp)), CaseInsensitiveStringMap.empty)

  /** For `VERSION AS OF`: an opened snapshot. */
  override def loadTable(ident: Identifier, version: String): Table =
    loadRead(ident, Some(AsOfVersion(version)), CaseInsensitiveStringMap.empty)

  private def loadSnapshot(ident: Identifier, time: ReadTime, mode: Option[Chosen[DecodeMode]]): Table = {
    HBaseConf.checkNames(SQLConf.get)
    val stored = storedTable(ident).getOrElse(throw new NoSuchTableException(ident))
    checkTime(stored.schema, time.bounds)
    val schema = HBaseCluster
      .use(settings)(shared => new Snapshots(shared.connection).opened(stored.schema, time.snapshot.get))
      .ofTimes(time.bounds)
    if (!time.isUnchecked) checkKept(schema, time.bounds)
    tableOf(DecodedTable.of(schema, mode), stored.statistics, time)
  }

  /** Options of a read choose a time and a mode too; the table is loaded for each choice. */
  override private[hbase] def loadRead(
      ident: Identifier,
      asOf: Option[TimeTravelSpec],
      options: CaseInsensitiveStringMap
  ): Table = {
    val mode = Choice.Decoding.ofQuery(options)
    asOf match {
      case Some(AsOfTimestamp(micros)) => loadTable(ident, ReadTime.asOf(micros, options), mode)
      case Some(AsOfVersion(version)) => loadSnapshot(ident, ReadTime.ofSnapshot(version, options), mode)
      case None => loadTable(ident, ReadTime.of(options), mode)
    }
  }

  override private[hbase] def stateOptions: Seq[String] = HBaseTable.stateOptions.map(_.name)

  private def loadTable(ident: Identifier, time: ReadTime, mode: Option[Chosen[DecodeMode]]): Table = {
    HBaseConf.checkNames(SQLConf.get)
    storedTable(ident).fold(metadataTable(ident, time)) { stored =>
      checkTime(stored.schema, time.bounds)
      val schema = stored.schema.ofTimes(time.bounds)
      if (!time.isUnchecked) checkKept(schema, time.bounds)
      tableOf(DecodedTable.of(schema, mode), stored.statistics, time)
    }
  }

  private def checkTime(schema: TableSchema, bounds: TimeBounds): Unit =
    if (schema.layout == Layout.Columnar && (!bounds.isAll || bounds.hasVersions)) {
      throw HBaseErrors.UnsupportedInColumnarLayout.analysis(
        "table" -> schema.fullName,
        "reason" -> "its past times and older states of its rows cannot be read; a snapshot (VERSION AS OF) can"
      )
    }

  private def checkKept(schema: TableSchema, bounds: TimeBounds): Unit =
    if (bounds.hasStop || bounds.hasVersions) HBaseCluster.use(settings) { shared =>
      new PhysicalTables(shared.connection).descriptor(schema.tableName).foreach { descriptor =>
        if (bounds.hasVersions) KeptTimes.checkVersions(schema, descriptor, bounds.versions)
        if (bounds.hasStop) KeptTimes.check(schema, descriptor, bounds, System.currentTimeMillis())
      }
    }

  /** `ns.t.regions` and the like; in namespace ns, while this catalog is the current one, `t.regions` too. */
  private def metadataTable(ident: Identifier, time: ReadTime): Table = {
    val found = for {
      kind <- HBaseMetadataTable.kind(ident.name)
      of <- HBaseMetadataTable.tableOf(ident, currentNamespace)
      stored <- storedTable(of)
    } yield new HBaseMetadataTable(catalogName, settings, stored.schema, kind)
    if (found.isDefined && time != ReadTime.Present) {
      throw HBaseErrors.UnsupportedStatement.analysis(
        "statement" -> "A past time of a metadata table",
        "table" -> ident.toString
      )
    }
    found.getOrElse(throw new NoSuchTableException(ident))
  }

  private def currentNamespace: Array[String] =
    SparkSession.getActiveSession.map(_.sessionState.catalogManager).fold(Array.empty[String]) { manager =>
      if (manager.currentCatalog.name == catalogName) manager.currentNamespace else Array.empty
    }

  private def storedTable(ident: Identifier): Option[StoredTable] =
    if (ident.namespace.length > 1) None else store(_.load(namespaceOf(ident), ident.name))

  override def tableExists(ident: Identifier): Boolean = store(_.exists(namespaceOf(ident), ident.name))

  override private[hbase] def create(ident: Identifier, declared: TableDeclaration): Table = {
    HBaseConf.checkNames(SQLConf.get)
    val namespace = existingNamespace(ident.namespace)
    val schema = HBaseCluster.use(settings)(creator(_).create(namespace, ident.name, declared))
    tableOf(schema.getOrElse(throw new TableAlreadyExistsException(ident)), None)
  }

  override private[hbase] def createLike(ident: Identifier, declared: TableDeclaration, source: Table): Table =
    create(ident, LikeStatement.complete(declared, source))

  override private[hbase] def stage(
      ident: Identifier,
      declared: TableDeclaration,
      change: DeclaringCatalog.Change
  ): StagedTable = change match {
    case DeclaringCatalog.Create =>
      if (tableExists(ident)) throw new TableAlreadyExistsException(ident)
      stage(ident, declared, None)
    case DeclaringCatalog.Replace =>
      stage(ident, declared, Some(HBaseCluster.use(settings)(stored(_, ident))))
    case DeclaringCatalog.CreateOrReplace =>
      stage(ident, declared, store(_.load(namespaceOf(ident), ident.name)))
  }

  private def stage(ident: Identifier, declared: TableDeclaration, replaced: Option[StoredTable]): StagedTable = {
    HBaseConf.checkNames(SQLConf.get)
    val namespace = existingNamespace(ident.namespace)
    val change = HBaseCluster.use(settings)(creator(_).stage(namespace, ident.name, declared, replaced))
    val options = WriteOptions.ofStatement(declared.properties.asScala.toMap)
    new StagedHBaseTable(settings, tableOf(change.schema, None), change, options)
  }

  private def creator(shared: SharedConnection): TableCreator =
    new TableCreator(shared.connection, Option(SQLConf.get.getConf(HBaseConf.CoprocessorJar)))

  private def tableOf(
      schema: TableSchema,
      statistics: Option[String],
      time: ReadTime = ReadTime.Present
  ): HBaseTable =
    new HBaseTable(catalogName, settings, schema, statistics, physical = () => physicalProperties(schema), time = time)

  /** Asked for by few statements, so not with every table that is loaded. */
  private def physicalProperties(schema: TableSchema): Map[String, String] = HBaseCluster.use(settings) { shared =>
    new PhysicalTables(shared.connection)
      .descriptor(schema.tableName)
      .fold(Map.empty[String, String])(TableDescription.ofHBase(schema, _))
  }

  override def alterTable(ident: Identifier, changes: TableChange*): Table = {
    HBaseConf.checkNames(SQLConf.get)
    HBaseCluster.use(settings) { shared =>
      val after = new TableAlterer(shared.connection).alter(stored(shared, ident), changes)
      tableOf(after.schema, after.statistics)
    }
  }

  /** The HBase table keeps its name. */
  override def renameTable(oldIdent: Identifier, newIdent: Identifier): Unit = HBaseCluster.use(settings) { shared =>
    // Spark hands over the new name as it was written, with or without the catalog.
    val namespace = existingNamespace(newIdent.namespace match {
      case Array(catalog, namespace) if catalog == catalogName => Array(namespace)
      case other => other
    })
    val before = stored(shared, oldIdent)
    val store = new MetadataStore(shared.connection)
    val owners = new TableOwners(shared.connection)
    val renamed = before.schema.copy(namespace = namespace, name = newIdent.name)
    owners.transfer(before.schema, renamed)
    val outcome = store.rename(before, namespace, newIdent.name)
    if (outcome != MetadataStore.Renamed) owners.transfer(renamed, before.schema)
    outcome match {
      case MetadataStore.Renamed =>
      case MetadataStore.NameTaken => throw new TableAlreadyExistsException(newIdent)
      case MetadataStore.Changed => throw HBaseErrors.AlterConflict.analysis("table" -> before.schema.fullName)
    }
  }

  private def stored(shared: SharedConnection, ident: Identifier): StoredTable =
    new MetadataStore(shared.connection)
      .load(namespaceOf(ident), ident.name)
      .getOrElse(throw new NoSuchTableException(ident))

  /** Forgets the SQL table; the HBase table and its rows stay. */
  override def dropTable(ident: Identifier): Boolean = HBaseCluster.use(settings) { shared =>
    LeftTables.drop(shared.connection, namespaceOf(ident), ident.name)(_.isReplaced)
    new MetadataStore(shared.connection).drop(namespaceOf(ident), ident.name)
  }

  /** Forgets the SQL table and deletes the HBase table with its rows. */
  override def purgeTable(ident: Identifier): Boolean = HBaseCluster.use(settings) { shared =>
    val store = new MetadataStore(shared.connection)
    store.load(namespaceOf(ident), ident.name).map(_.schema).exists { schema =>
      refuseSharedRows(schema, "DROP TABLE ... PURGE")
      new TableOwners(shared.connection).check(schema)
      new Snapshots(shared.connection).closeAll(schema)
      // In this order a failure in between leaves a SQL table that can be dropped again.
      new PhysicalTables(shared.connection).drop(schema.tableName)
      LeftTables.drop(shared.connection, schema.namespace, schema.name)(_ => true)
      store.drop(schema.namespace, schema.name)
    }
  }

  private def refuseSharedRows(table: TableSchema, statement: String): Unit = if (table.rowPrefix.isDefined) {
    val instead =
      s"$statement of a table with hbase.row.prefix, whose HBase table has rows of other programs: TRUNCATE TABLE, then DROP TABLE"
    throw HBaseErrors.UnsupportedStatement.analysis("statement" -> instead, "table" -> table.fullName)
  }

  override def loadProcedure(ident: Identifier): CatalogProcedure =
    procedures.find(_.isNamed(ident)).getOrElse {
      throw HBaseErrors.UnknownProcedure.analysis(
        "procedure" -> ident.toString,
        "known" -> procedures.map(p => s"${CatalogProcedure.Namespace}.${p.name()}").mkString(",")
      )
    }

  override def listProcedures(namespace: Array[String]): Array[Identifier] =
    procedures.map(_.identifier).filter(p => namespace.isEmpty || p.namespace.sameElements(namespace)).toArray

  private[hbase] override def analyze(table: Identifier): Unit = new AnalyzeProcedure(this, settings).analyze(table)

  private def procedures: Seq[CatalogProcedure] = Seq(
    new AnalyzeProcedure(this, settings),
    new AttachCoprocessorProcedure(this, settings),
    new DetachCoprocessorProcedure(this, settings),
    new BulkLoadProcedure(this),
    new BulkLoadResumeProcedure(settings),
    new BulkLoadCleanupProcedure(settings),
    new ClaimTableProcedure(this, settings),
    new DropStagedProcedure(this, settings),
    ExplainProcedure,
    new InspectProcedure(this, settings),
    VersionProcedure
  ) ++ SnapshotProcedure.all(this, settings)

  override protected def store[T](action: MetadataStore => T): T =
    HBaseCluster.use(settings)(shared => action(new MetadataStore(shared.connection)))

  override protected def admin[T](action: Admin => T): T =
    HBaseCluster.use(settings)(shared => Masters.ask[T](shared.connection, admin => action(admin)))

  /** `hbase.t` without a namespace is `hbase.default.t`. */
  private def namespaceOf(ident: Identifier): String = ident.namespace match {
    case Array() => DefaultNamespace
    case Array(one) => one
    case _ => throw new NoSuchTableException(ident)
  }
}
