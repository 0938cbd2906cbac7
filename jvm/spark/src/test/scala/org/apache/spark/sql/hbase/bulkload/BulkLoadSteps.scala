package org.apache.spark.sql.hbase.bulkload

/** Actions of tests on bulk loads in this JVM. */
object BulkLoadSteps {
  final class Crash(step: String) extends RuntimeException(s"crash at $step")

  val all: Seq[String] = BulkLoadStep.values.toSeq.map(_.toString)

  /** The next bulk loads fail when they are there. */
  def crashAt(step: String): Unit = at(step)(throw new Crash(step))

  /** The next bulk load does this when it is there. */
  def at(step: String)(action: => Unit): Unit = atAny { case `step` => action }

  /** Sets an action for several steps. */
  def atAny(action: PartialFunction[String, Unit]): Unit =
    BulkLoadStep.reached = reached => action.applyOrElse(reached.toString, (_: String) => ())

  def goOn(): Unit = BulkLoadStep.reached = _ => ()
}
