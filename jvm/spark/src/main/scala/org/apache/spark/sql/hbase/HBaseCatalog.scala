package org.apache.spark.sql.hbase

import java.util

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.{NamespaceDescriptor, NamespaceNotFoundException}
import org.apache.hadoop.hbase.client.Admin

import org.apache.spark.sql.catalyst.analysis.{
  NamespaceAlreadyExistsException,
  NonEmptyNamespaceException,
  NoSuchNamespaceException,
  NoSuchTableException,
  TableAlreadyExistsException
}
import org.apache.spark.sql.connector.catalog._
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure
import org.apache.spark.sql.hbase.catalog._
import org.apache.spark.sql.hbase.client.ClusterSettings
import org.apache.spark.sql.hbase.procedure._
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/**
 * The SQL tables of one HBase cluster: `spark.sql.catalog.<name>=org.apache.spark.sql.hbase.HBaseCatalog` with
 * `spark.sql.catalog.<name>.quorum=host:port`. Namespaces are HBase's own; tables are the rows of [[MetadataStore]]. Nothing
 * is cached but the connection. Thread-safe.
 */
final class HBaseCatalog extends TableCatalog with SupportsNamespaces with ProcedureCatalog with HBaseFunctions {
  import HBaseCatalog._

  private var catalogName: String = _
  private var options: Map[String, String] = _
  // Read with the first use: Spark makes a catalog for every mention of its name, and a wrong setting must not break that.
  private lazy val settings: ClusterSettings = HBaseCluster.settings(options)

  override def initialize(name: String, options: CaseInsensitiveStringMap): Unit = {
    catalogName = name
    this.options = options.asCaseSensitiveMap.asScala.toMap
  }

  override def name(): String = catalogName

  override def defaultNamespace(): Array[String] = Array(DefaultNamespace)

  override def capabilities(): util.Set[TableCatalogCapability] =
    util.EnumSet.of(TableCatalogCapability.SUPPORT_TABLE_CONSTRAINT)

  override def listTables(namespace: Array[String]): Array[Identifier] = {
    val hbaseNamespace = existingNamespace(namespace)
    store(_.list(hbaseNamespace)).map(Identifier.of(namespace, _)).toArray
  }

  override def loadTable(ident: Identifier): Table = {
    HBaseConf.checkNames(SQLConf.get)
    val stored = store(_.load(namespaceOf(ident), ident.name)).getOrElse(throw new NoSuchTableException(ident))
    new HBaseTable(catalogName, settings, stored.schema, stored.statistics)
  }

  override def tableExists(ident: Identifier): Boolean = store(_.exists(namespaceOf(ident), ident.name))

  override def createTable(ident: Identifier, info: TableInfo): Table = {
    HBaseConf.checkNames(SQLConf.get)
    val namespace = existingNamespace(ident.namespace)
    val columns = info.columns.map(_.name).toSeq
    val given = TableProperties.parse(info.properties, columns)
    val hbaseTable = given.table.getOrElse(TableDefinition.defaultTable(namespace, ident.name))
    HBaseCluster.use(settings) { shared =>
      val store = new MetadataStore(shared.connection)
      if (store.exists(namespace, ident.name)) throw new TableAlreadyExistsException(ident)
      val tables = new PhysicalTables(shared.connection)
      val existing = tables.descriptor(hbaseTable)
      val properties = MappedDefinition.complete(given, hbaseTable, existing, columns)
      val ours = existing.forall(PhysicalTables.signature(_).isDefined)
      val schema = TableDefinition.schema(namespace, ident.name, info, properties, newHBaseTable = ours)
      existing match {
        case None => tables.create(schema, properties, coprocessorJar(properties))
        case Some(descriptor) =>
          PhysicalTables.check(schema, descriptor)
          properties.coprocessorJar.filter(_.nonEmpty).foreach(tables.attachCoprocessor(schema, descriptor, _))
      }
      if (!store.create(schema)) throw new TableAlreadyExistsException(ident)
      new HBaseTable(catalogName, settings, schema)
    }
  }

  private def coprocessorJar(properties: TableProperties.Parsed): Option[String] =
    properties.coprocessorJar.orElse(Option(SQLConf.get.getConf(HBaseConf.CoprocessorJar))).filter(_.nonEmpty)

  override def alterTable(ident: Identifier, changes: TableChange*): Table =
    throw unsupported("ALTER TABLE", ident)

  override def renameTable(oldIdent: Identifier, newIdent: Identifier): Unit =
    throw unsupported("ALTER TABLE ... RENAME", oldIdent)

  /** Forgets the SQL table; the HBase table and its rows stay. */
  override def dropTable(ident: Identifier): Boolean = store(_.drop(namespaceOf(ident), ident.name))

  /** Forgets the SQL table and deletes the HBase table with its rows. */
  override def purgeTable(ident: Identifier): Boolean = HBaseCluster.use(settings) { shared =>
    val store = new MetadataStore(shared.connection)
    store.load(namespaceOf(ident), ident.name).map(_.schema).exists { schema =>
      // In this order a failure in between leaves a SQL table that can be dropped again.
      new PhysicalTables(shared.connection).drop(schema.tableName)
      store.drop(schema.namespace, schema.name)
    }
  }

  override def loadProcedure(ident: Identifier): UnboundProcedure =
    procedures.find(_.isNamed(ident)).getOrElse {
      throw HBaseErrors.UnknownProcedure.analysis(
        "procedure" -> ident.toString,
        "known" -> procedures.map(p => s"${CatalogProcedure.Namespace}.${p.name}").mkString(",")
      )
    }

  override def listProcedures(namespace: Array[String]): Array[Identifier] =
    procedures.map(_.identifier).filter(p => namespace.isEmpty || p.namespace.sameElements(namespace)).toArray

  private def procedures: Seq[CatalogProcedure] = Seq(
    new AnalyzeProcedure(this, settings),
    new AttachCoprocessorProcedure(this, settings),
    new DetachCoprocessorProcedure(this, settings),
    new BulkLoadProcedure(this),
    new BulkLoadResumeProcedure(settings),
    new BulkLoadCleanupProcedure(settings)
  )

  override def listNamespaces(): Array[Array[String]] = admin { admin =>
    admin.listNamespaceDescriptors().map(_.getName).filterNot(_ == SystemNamespace).sorted.map(Array(_))
  }

  override def listNamespaces(namespace: Array[String]): Array[Array[String]] =
    if (namespace.isEmpty) {
      listNamespaces()
    } else {
      existingNamespace(namespace)
      Array.empty
    }

  override def namespaceExists(namespace: Array[String]): Boolean =
    namespace.length == 1 && descriptor(namespace).isDefined

  override def loadNamespaceMetadata(namespace: Array[String]): util.Map[String, String] =
    descriptor(namespace).getOrElse(throw new NoSuchNamespaceException(namespace)).getConfiguration

  override def createNamespace(namespace: Array[String], metadata: util.Map[String, String]): Unit = {
    if (namespaceExists(namespace)) throw new NamespaceAlreadyExistsException(namespace)
    if (namespace.length != 1) throw unsupported("a namespace of several levels", namespace)
    val descriptor = NamespaceDescriptor.create(namespace.head)
    metadata.forEach((key, value) => descriptor.addConfiguration(key, value))
    admin(_.createNamespace(descriptor.build()))
  }

  override def alterNamespace(namespace: Array[String], changes: NamespaceChange*): Unit =
    throw unsupported("ALTER NAMESPACE", namespace)

  /** With `cascade` the SQL tables in it are forgotten; a namespace that holds HBase tables is never dropped. */
  override def dropNamespace(namespace: Array[String], cascade: Boolean): Boolean =
    namespaceExists(namespace) && {
      val tables = store(_.list(namespace.head))
      if (tables.nonEmpty && !cascade) throw new NonEmptyNamespaceException(namespace)
      admin { admin =>
        val held = admin.listTableNamesByNamespace(namespace.head)
        if (held.nonEmpty) {
          throw HBaseErrors.NamespaceNotEmpty.analysis(
            "namespace" -> namespace.head,
            "hbaseTables" -> held.mkString(",")
          )
        }
      }
      tables.foreach(t => store(_.drop(namespace.head, t)))
      admin(_.deleteNamespace(namespace.head))
      true
    }

  private def store[T](action: MetadataStore => T): T =
    HBaseCluster.use(settings)(shared => action(new MetadataStore(shared.connection)))

  private def admin[T](action: Admin => T): T =
    HBaseCluster.use(settings)(shared => Using.resource(shared.connection.getAdmin)(action))

  private def descriptor(namespace: Array[String]): Option[NamespaceDescriptor] =
    if (namespace.length != 1) {
      None
    } else {
      admin { admin =>
        try Some(admin.getNamespaceDescriptor(namespace.head))
        catch {
          case _: NamespaceNotFoundException => None
        }
      }
    }

  /** `hbase.t` without a namespace is `hbase.default.t`. */
  private def namespaceOf(ident: Identifier): String = ident.namespace match {
    case Array() => DefaultNamespace
    case Array(one) => one
    case _ => throw new NoSuchTableException(ident)
  }

  private def existingNamespace(namespace: Array[String]): String = {
    val wanted = if (namespace.isEmpty) defaultNamespace() else namespace
    if (!namespaceExists(wanted)) throw new NoSuchNamespaceException(wanted)
    wanted.head
  }

  private def unsupported(statement: String, ident: Identifier): Exception =
    HBaseErrors.UnsupportedStatement.analysis("statement" -> statement, "table" -> ident.toString)

  private def unsupported(statement: String, namespace: Array[String]): Exception =
    HBaseErrors.UnsupportedStatement.analysis("statement" -> statement, "namespace" -> namespace.mkString("."))
}

object HBaseCatalog {
  val DefaultNamespace = "default"

  /** HBase's own tables are no SQL tables. */
  private val SystemNamespace = "hbase"
}
