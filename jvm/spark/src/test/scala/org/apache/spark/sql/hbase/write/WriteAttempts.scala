package org.apache.spark.sql.hbase.write

import scala.util.Using

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.connector.write.PhysicalWriteInfo
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.schema.TableSchema

/** Does by hand what Spark does with an INSERT whose tasks are killed, repeated, or run twice at once. */
object WriteAttempts {
  private object OneTask extends PhysicalWriteInfo {
    override def numPartitions(): Int = 1
  }

  /**
   * The first attempt sends half of its rows and dies. Two others run side by side, as with speculation. One of them
   * commits, and the other one, which nobody waits for, still sends its rows afterwards.
   */
  def repeatTask(table: TableSchema, settings: ClusterSettings, rows: DataFrame): Unit = {
    val write = new HBaseWriteBuilder(WriteTarget.of(settings, table), ShapeCheck.none).build().toBatch
    val factory = write.createBatchWriterFactory(OneTask)
    val messages = rows
      .coalesce(1)
      .queryExecution
      .toRdd
      .mapPartitions { ofTask =>
        val all = ofTask.map(_.copy()).toList
        def attempt(number: Long) = factory.createWriter(0, number)
        Using.resource(attempt(1)) { killed =>
          all.take(all.size / 2).foreach(killed.write)
          killed.abort()
        }
        Using.resource(attempt(2)) { committed =>
          Using.resource(attempt(3)) { late =>
            all.foreach(row => Seq(committed, late).foreach(_.write(row)))
            val message = committed.commit()
            late.commit()
            Iterator(message)
          }
        }
      }
      .collect()
    write.commit(messages)
  }

  /**
   * Two attempts have all rows, and one commits. The statement is over, and `afterwards` runs, before the other one, which nobody
   * waits for, is ended as Spark ends it.
   */
  def endLate(table: TableSchema, settings: ClusterSettings, rows: DataFrame)(afterwards: => Unit): Unit = {
    val write = new HBaseWriteBuilder(WriteTarget.of(settings, table), ShapeCheck.none).build().toBatch
    val factory = write.createBatchWriterFactory(OneTask)
    val all = rows.queryExecution.toRdd.map(_.copy()).collect()
    Using.resource(factory.createWriter(0, 2)) { committed =>
      Using.resource(factory.createWriter(0, 3)) { late =>
        all.foreach(row => Seq(committed, late).foreach(_.write(row)))
        write.commit(Array(committed.commit()))
        afterwards
        late.abort()
      }
    }
  }
}
