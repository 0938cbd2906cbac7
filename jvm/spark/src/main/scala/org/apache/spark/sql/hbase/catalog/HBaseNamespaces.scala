package org.apache.spark.sql.hbase.catalog

import java.util

import org.apache.hadoop.hbase.{NamespaceDescriptor, NamespaceNotFoundException}
import org.apache.hadoop.hbase.client.Admin

import org.apache.spark.sql.catalyst.analysis.{
  NamespaceAlreadyExistsException,
  NonEmptyNamespaceException,
  NoSuchNamespaceException
}
import org.apache.spark.sql.connector.catalog.{NamespaceChange, SupportsNamespaces}
import org.apache.spark.sql.hbase.catalog.definition.LegalNames
import org.apache.spark.sql.hbase.catalog.store.MetadataStore
import org.apache.spark.sql.hbase.error.HBaseErrors

/** The namespaces of the catalog: HBase's own, with their configuration as properties. */
private[hbase] trait HBaseNamespaces extends SupportsNamespaces {
  import HBaseNamespaces._

  protected def store[T](action: MetadataStore => T): T

  protected def admin[T](action: Admin => T): T

  override def listNamespaces(): Array[Array[String]] = names.filterNot(_ == SystemNamespace).sorted.map(Array(_))

  /** Lists the names of namespaces, which everybody may see; descriptors need the right ADMIN. */
  private def names: Array[String] = admin(_.listNamespaces())

  override def listNamespaces(namespace: Array[String]): Array[Array[String]] =
    if (namespace.isEmpty) {
      listNamespaces()
    } else {
      existingNamespace(namespace)
      Array.empty
    }

  override def namespaceExists(namespace: Array[String]): Boolean =
    namespace.length == 1 && names.contains(namespace.head)

  override def loadNamespaceMetadata(namespace: Array[String]): util.Map[String, String] =
    descriptor(namespace).getOrElse(throw new NoSuchNamespaceException(namespace)).getConfiguration

  override def createNamespace(namespace: Array[String], metadata: util.Map[String, String]): Unit = {
    if (namespaceExists(namespace)) throw new NamespaceAlreadyExistsException(namespace)
    if (namespace.length != 1) throw unsupported("a namespace of several levels", namespace)
    LegalNames.namespace(namespace.head).foreach(reason => throw LegalNames.refused(namespace.head, reason))
    val descriptor = NamespaceDescriptor.create(namespace.head)
    metadata.forEach((key, value) => descriptor.addConfiguration(key, value))
    admin(_.createNamespace(descriptor.build()))
  }

  override def alterNamespace(namespace: Array[String], changes: NamespaceChange*): Unit =
    admin { admin =>
      val known = descriptor(namespace).getOrElse(throw new NoSuchNamespaceException(namespace))
      val altered = NamespaceDescriptor.create(known)
      changes.foreach {
        case set: NamespaceChange.SetProperty => altered.addConfiguration(set.property, set.value)
        case remove: NamespaceChange.RemoveProperty => altered.removeConfiguration(remove.property)
      }
      admin.modifyNamespace(altered.build())
    }

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

  private def descriptor(namespace: Array[String]): Option[NamespaceDescriptor] =
    if (namespace.length != 1) {
      None
    } else {
      admin(HBaseNamespaces.descriptor(_, namespace.head))
    }

  protected def existingNamespace(namespace: Array[String]): String = {
    val wanted = if (namespace.isEmpty) defaultNamespace() else namespace
    if (!namespaceExists(wanted)) throw new NoSuchNamespaceException(wanted)
    wanted.head
  }

  private def unsupported(statement: String, namespace: Array[String]): Exception =
    HBaseErrors.UnsupportedStatement.analysis("statement" -> statement, "namespace" -> namespace.mkString("."))
}

private[hbase] object HBaseNamespaces {

  /** HBase's own tables are no SQL tables. */
  val SystemNamespace = "hbase"

  // Not in the trait: the JVM loads what a class catches with the class, and the catalog must load without HBase's client.
  private def descriptor(admin: Admin, name: String): Option[NamespaceDescriptor] =
    try Some(admin.getNamespaceDescriptor(name))
    catch {
      case _: NamespaceNotFoundException => None
    }
}
