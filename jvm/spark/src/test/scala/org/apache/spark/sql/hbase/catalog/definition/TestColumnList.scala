package org.apache.spark.sql.hbase.catalog.definition

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class TestColumnList {

  @Test
  def namesComeBackWhateverIsInThem(): Unit =
    Seq(Seq("a", "b"), Seq("a,b", "c"), Seq("`", "x`y", "``"), Seq(" a ", "", "größe"), Seq("a b")).foreach { names =>
      assertEquals(names, ColumnList.parse(ColumnList.text(names)))
    }

  @Test
  def plainNamesStandAlone(): Unit = {
    assertEquals(Seq("a", "order id", "b"), ColumnList.parse("a, order id ,b"))
    assertEquals("a,order id,`x,y`", ColumnList.text(Seq("a", "order id", "x,y")))
  }
}
