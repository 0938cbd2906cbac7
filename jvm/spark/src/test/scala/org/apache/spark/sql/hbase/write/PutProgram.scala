package org.apache.spark.sql.hbase.write

import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.{Callable, Executors}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{BufferedMutatorParams, Connection, Put}
import org.apache.hadoop.hbase.util.Bytes

import org.apache.spark.sql.hbase.codec.packed.PackedCodec
import org.apache.spark.sql.hbase.codec.types.SqlType

/**
 * A program as users write it by hand to store rows: threads that make a Put of each row and hand it to a
 * BufferedMutator. The rows are those of [[BenchTable]], and the cells those that INSERT makes of them.
 */
private[write] final class PutProgram(connection: Connection, threads: Int) {
  import PutProgram._

  def run(table: TableName, isPacked: Boolean, rows: Long): Unit = {
    val timestamp = System.currentTimeMillis()
    val pool = Executors.newFixedThreadPool(threads)
    try {
      val parts = (0 until threads).map { i =>
        val part: Callable[Unit] = () => write(table, isPacked, timestamp, rows * i / threads, rows * (i + 1) / threads)
        part
      }
      pool.invokeAll(parts.asJava).forEach(_.get())
    } finally pool.shutdown()
  }

  private def write(table: TableName, isPacked: Boolean, timestamp: Long, from: Long, until: Long): Unit = {
    val params = new BufferedMutatorParams(table).writeBufferSize(MutationSender.BufferBytes)
    Using.resource(connection.getBufferedMutator(params)) { mutator =>
      val packed = new PackedCodec(Types.asJava).newWriter()
      var id = from
      while (id < until) {
        // As the query of BenchTable has it.
        val (l1, l2, l3, l4, d1) = (id % 11, id % 50, id * 7, id % 100000, (id % 1000) / 8.0)
        val (s1, s2) = ("comment " + id % 1000, "mode " + id % 7)
        val put = new Put(Bytes.toBytes(id ^ Long.MinValue), timestamp)
        if (isPacked) {
          packed.reset()
          packed.putLong(l1)
          packed.putLong(l2)
          packed.putLong(l3)
          packed.putLong(l4)
          packed.putDouble(d1)
          val (b1, b2) = (s1.getBytes(UTF_8), s2.getBytes(UTF_8))
          packed.putBytes(b1, 0, b1.length)
          packed.putBytes(b2, 0, b2.length)
          put.addColumn(Family, Packed, packed.toByteArray)
        } else {
          put.addColumn(Family, Marker, Array.emptyByteArray)
          put.addColumn(Family, Names(0), Bytes.toBytes(l1))
          put.addColumn(Family, Names(1), Bytes.toBytes(l2))
          put.addColumn(Family, Names(2), Bytes.toBytes(l3))
          put.addColumn(Family, Names(3), Bytes.toBytes(l4))
          put.addColumn(Family, Names(4), Bytes.toBytes(d1))
          put.addColumn(Family, Names(5), Bytes.toBytes(s1))
          put.addColumn(Family, Names(6), Bytes.toBytes(s2))
        }
        mutator.mutate(put)
        id += 1
      }
    }
  }
}

private[write] object PutProgram {
  private val Types = Seq.fill(4)(SqlType.BIGINT) ++ Seq(SqlType.DOUBLE, SqlType.STRING, SqlType.STRING)
  private val Family = Bytes.toBytes("d")
  private val Marker = Bytes.toBytes("_0")
  private val Packed = Bytes.toBytes("_p")
  private val Names = Seq("l1", "l2", "l3", "l4", "d1", "s1", "s2").map(Bytes.toBytes).toArray
}
