package org.apache.spark.sql.hbase.bulkload

/** What tests of the whole do to bulk loads in this JVM. */
object BulkLoadSteps {
  final class Crash(step: String) extends RuntimeException(s"crash at $step")

  val all: Seq[String] = BulkLoadStep.values.toSeq.map(_.toString)

  /** The next bulk loads fail when they are there. */
  def crashAt(step: String): Unit = at(step)(throw new Crash(step))

  /** The next bulk load does this when it is there. */
  def at(step: String)(action: => Unit): Unit =
    BulkLoadStep.reached = reached => if (reached.toString == step) action

  def goOn(): Unit = BulkLoadStep.reached = _ => ()
}
