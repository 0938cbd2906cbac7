"""Messages of types: ``DataType`` of proto/sub_plan.proto."""

from __future__ import annotations

from pyspark_hbase._proto import sub_plan_pb2
from pyspark_hbase.errors import InvalidPlanError
from pyspark_hbase.types import DataType, TypeKind


def encode_type(data_type: DataType) -> sub_plan_pb2.DataType:
    """The type as a message."""
    return sub_plan_pb2.DataType(
        kind=data_type.kind.name,
        precision=data_type.precision,
        scale=data_type.scale,
        nested=[
            sub_plan_pb2.NestedType(name=name, type=encode_type(part))
            for name, part in zip(
                data_type.names or [""] * len(data_type.nested), data_type.nested, strict=True
            )
        ],
    )


def decode_type(message: sub_plan_pb2.DataType) -> DataType:
    """The type of a message."""
    try:
        kind = TypeKind(message.kind)
        nested = tuple(decode_type(part.type) for part in message.nested)
        names = tuple(part.name for part in message.nested) if kind is TypeKind.STRUCT else ()
        return DataType(kind, message.precision, message.scale, nested, names)
    except ValueError as error:
        raise InvalidPlanError(
            "INVALID_PLAN",
            "The sub-plan has a type that does not exist; build it anew.",
            problem=error,
        ) from None
