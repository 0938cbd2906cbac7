package org.apache.spark.sql.hbase.source

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

class TestProposalOptions {
  import Declarations._

  private val given = Seq(
    "namespace" -> "shop",
    "tableName" -> "Sales",
    "hbaseTableName" -> "sales",
    "colsSeq" -> "price,item,day, open",
    "keyCols" -> "day,INTEGER;item,STRING",
    "nonKeyCols" -> "price,DECIMAL(9,2),cf1,p;open,BOOLEAN,cf2,o"
  )

  private def refused(changes: (String, String)*): String =
    assertRefused("INVALID_OPTION", () => ProposalOptions.parse(options(given ++ changes: _*)).schema(None))

  @Test
  def theOptionsOfTheProposalAreATable(): Unit = {
    val schema = ProposalOptions.parse(options(given: _*)).schema(None)
    assertEquals(("shop", "Sales", "shop:sales"), (schema.namespace, schema.name, schema.hbaseTable))
    assertEquals(
      Seq(
        "price DECIMAL(9,2) cell cf1:p ORDERED",
        "item STRING key 1 ORDERED PLAIN",
        "day INT key 0 ORDERED PLAIN",
        "open BOOLEAN cell cf2:o ORDERED"
      ),
      shown(schema)
    )
  }

  @Test
  def rowsOfAstroHaveItsBytes(): Unit = {
    val columns = Seq(
      "colsSeq" -> "a,b,v,w",
      "keyCols" -> "a,STRING;b,BOOLEAN",
      "nonKeyCols" -> "v,LONG,f,v;w,BOOLEAN,f,w"
    )
    def of(format: String) =
      shown(ProposalOptions.parse(options(given ++ columns :+ ("encodingFormat" -> format): _*)).schema(None))
    val keys = Seq("a STRING key 0 ORDERED PLAIN", "b BOOLEAN key 1 HBASE PLAIN")
    assertEquals(keys ++ Seq("v BIGINT cell f:v ORDERED", "w BOOLEAN cell f:w HBASE"), of("binaryformat"))
    // Row keys are binary in both formats.
    assertEquals(keys ++ Seq("v BIGINT cell f:v TEXT", "w BOOLEAN cell f:w TEXT"), of("StringFormat"))
  }

  @Test
  def floatingNumbersOfAstroWouldBeReadAsTheirNeighbours(): Unit = {
    val columns = Seq("colsSeq" -> "a,v", "keyCols" -> "a,INT", "nonKeyCols" -> "v,DOUBLE,f,v")
    def parse(format: String) =
      ProposalOptions.parse(options(given ++ columns :+ ("encodingFormat" -> format): _*)).schema(None)
    val message = assertRefused("FOREIGN_ENCODING", () => parse("binaryformat"))
    assertTrue(message.contains("column=v type=DOUBLE"), message)
    assertEquals(Seq("a INT key 0 ORDERED PLAIN", "v DOUBLE cell f:v TEXT"), shown(parse("stringformat")))
  }

  @Test
  def aTableOfKeyColumnsNeedsNoOthers(): Unit = {
    val keyOnly = given.filterNot(_._1 == "nonKeyCols") ++ Seq("colsSeq" -> "a", "keyCols" -> "a,LONG")
    assertEquals(Seq("a BIGINT key 0 ORDERED PLAIN"), shown(ProposalOptions.parse(options(keyOnly: _*)).schema(None)))
  }

  @Test
  def columnsThatDoNotFitTogetherAreNamed(): Unit = {
    assertTrue(refused("colsSeq" -> "price,item,day").contains("column open of keyCols and nonKeyCols is missing"))
    assertTrue(refused("colsSeq" -> "price,item,day,open,x").contains("column x is neither"))
    assertTrue(refused("keyCols" -> "day,INT;item,STRING;open,BOOLEAN").contains("column open is in keyCols too"))
    assertTrue(refused("keyCols" -> "day INT;item,STRING").contains("an entry is name,TYPE"))
    assertTrue(refused("nonKeyCols" -> "price,INT,f;open,BOOLEAN,f,o").contains("name,TYPE,family,qualifier"))
    assertTrue(refused("keyCols" -> "day,INTT;item,STRING").contains("no SQL type"))
    assertTrue(refused("hbaseTableName" -> "other:sales").contains("names another one"))
    assertTrue(refused("encodingFormat" -> "xml").contains("known formats are binaryformat, stringformat"))
  }
}
