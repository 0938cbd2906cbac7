package org.apache.spark.sql.hbase

import scala.util.hashing.MurmurHash3

/**
 * Comparisons that cost much are made in half of their variants by one run of all tests, and in the other half by others.
 *
 * The system property `test.turn`, which `./build.sh test` gives, is the count of commits. Without it, as where the tests of
 * one module are run, all variants are taken.
 */
object Turns {
  private val turn = Option(Integer.getInteger("test.turn"))

  /** @param comparison chooses the half, together with the turn, so that one run takes each half of about as many */
  def half[T](variants: Seq[T], comparison: String): Seq[T] = turn match {
    case Some(number) if variants.size > 1 =>
      val odd = MurmurHash3.orderedHash(Seq(comparison, number)) & 1
      variants.zipWithIndex.collect { case (variant, place) if place % 2 == odd => variant }
    case _ => variants
  }
}
