package org.apache.spark.sql.hbase.plan.catalyst.function

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.hbase.plan.catalyst.function.FunctionCall.plain
import org.apache.spark.sql.hbase.wire.proto.{Function => ProtoFunction}
import org.apache.spark.sql.types.IntegerType

/** Hash functions, message digests and Bloom filters. */
object CatalystHashes {
  val family: FunctionCall.Family = {
    case XxHash64(values, seed) => FunctionCall(ProtoFunction.XXHASH64, Literal(seed) +: values)
    case Murmur3Hash(values, seed) => FunctionCall(ProtoFunction.MURMUR3_HASH, Literal(seed, IntegerType) +: values)
    case e: Md5 => plain(ProtoFunction.MD5, e)
    case e: Sha1 => plain(ProtoFunction.SHA1, e)
    case e: Sha2 => plain(ProtoFunction.SHA2, e)
    case e: Crc32 => plain(ProtoFunction.CRC32, e)
    case BloomFilterMightContain(filter, value) => FunctionCall(ProtoFunction.MIGHT_CONTAIN, Seq(filter, value))
  }
}
