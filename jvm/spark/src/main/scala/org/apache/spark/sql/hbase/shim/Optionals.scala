package org.apache.spark.sql.hbase.shim

import java.util.{Optional, OptionalLong}

/** Turns Java's optional values into Scala's and back, in every version of Scala. */
object Optionals {

  implicit final class JavaOptional[A](private val optional: Optional[A]) extends AnyVal {
    def toScala: Option[A] = if (optional.isPresent) Some(optional.get) else None
  }

  implicit final class JavaOptionalLong(private val optional: OptionalLong) extends AnyVal {
    def toScala: Option[Long] = if (optional.isPresent) Some(optional.getAsLong) else None
  }

  implicit final class ScalaOption[A](private val option: Option[A]) extends AnyVal {
    def toJava: Optional[A] = option.fold(Optional.empty[A])(Optional.of(_))
  }
}
