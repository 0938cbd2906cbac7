"""Guards the wire contract: proto/proto.lock lists every name and number that was ever in use.

Usage: ``python proto_lock.py check|update [PROTO_DIRECTORY]`` (default: ``proto``).

``check`` fails when a field or enum value of the lock is gone or has another number, type or name.
It passes if the number is ``reserved`` in the .proto. It also fails when something new is not in
the lock yet. ``update`` adds what is new, and refuses the changes that break readers as ``check``
does. See proto/README.md.
"""

from __future__ import annotations

import importlib.resources
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from google.protobuf import descriptor_pb2
from grpc_tools import protoc

HEADER = "# Names and numbers of the wire contract; kept by python/tools/proto_lock.py.\n"
_TYPES = descriptor_pb2.FieldDescriptorProto.Type
_LABELS = descriptor_pb2.FieldDescriptorProto.Label

Lock = dict[str, str]
"""Place (``Message 3`` or ``Enum 3``) to what stands there (``name TYPE`` or ``reserved``)."""


def compile_contract(proto: Path) -> descriptor_pb2.FileDescriptorSet:
    """The descriptors of all .proto files below ``proto``."""
    well_known = importlib.resources.files("grpc_tools") / "_proto"
    with tempfile.TemporaryDirectory() as scratch:
        target = Path(scratch) / "descriptors"
        arguments = ["protoc", f"-I{proto}", f"-I{well_known}", f"--descriptor_set_out={target}"]
        if protoc.main([*arguments, *map(str, sorted(proto.rglob("*.proto")))]) != 0:
            raise SystemExit("proto_lock.py: protoc failed, see above")
        return descriptor_pb2.FileDescriptorSet.FromString(target.read_bytes())


def contract_of(files: descriptor_pb2.FileDescriptorSet) -> Lock:
    """Return the name at each number of each message and enum now."""
    lock: Lock = {}
    for file in files.file:
        for message in file.message_type:
            lock.update(_message(message))
        for enum in file.enum_type:
            lock.update(_enum(enum))
    return lock


def _message(message: descriptor_pb2.DescriptorProto) -> Iterator[tuple[str, str]]:
    if message.nested_type or message.enum_type:
        raise SystemExit(f"proto_lock.py: {message.name}: keep messages and enums at the top level")
    for field in message.field:
        type_name = field.type_name.rpartition(".")[2] or _TYPES.Name(field.type)
        label = " repeated" if field.label == _LABELS.LABEL_REPEATED else ""
        oneof = ""
        if field.HasField("oneof_index"):
            oneof = f" oneof {message.oneof_decl[field.oneof_index].name}"
        yield f"{message.name} {field.number}", f"{field.name} {type_name}{label}{oneof}"
    for reserved in message.reserved_range:
        for number in range(reserved.start, reserved.end):
            yield f"{message.name} {number}", "reserved"


def _enum(enum: descriptor_pb2.EnumDescriptorProto) -> Iterator[tuple[str, str]]:
    for value in enum.value:
        yield f"{enum.name} {value.number}", value.name
    for reserved in enum.reserved_range:
        # Unlike those of messages, the ranges of enums include their end.
        for number in range(reserved.start, reserved.end + 1):
            yield f"{enum.name} {number}", "reserved"


def broken(locked: Lock, current: Lock) -> list[str]:
    """The changes that make old and new programs read the same bytes differently."""
    problems = []
    for place, was in locked.items():
        now = current.get(place)
        if now is None:
            problems.append(f"{place}: {was} is gone; put its number under `reserved` instead")
        elif was == "reserved" and now != was:
            problems.append(f"{place}: was reserved and is {now} now; take a new number")
        elif now not in (was, "reserved"):
            problems.append(f"{place}: was {was} and is {now} now; add a field with a new number")
    return problems


def read(path: Path) -> Lock:
    """The lock file; empty when there is none."""
    lines = path.read_text().splitlines() if path.exists() else []
    entries = (line.partition(" = ") for line in lines if line and not line.startswith("#"))
    return {place: what for place, _, what in entries}


def write(path: Path, lock: Lock) -> None:
    """Write the lock file, sorted by message and number."""

    def by_number(place: str) -> tuple[str, int]:
        name, number = place.split()
        return name, int(number)

    lines = [f"{place} = {lock[place]}\n" for place in sorted(lock, key=by_number)]
    path.write_text(HEADER + "".join(lines))


def main(verb: str, proto: Path) -> None:
    """Run ``check`` or ``update``; raise SystemExit with the problems if there are any."""
    path = proto / "proto.lock"
    locked = read(path)
    current = contract_of(compile_contract(proto))
    problems = broken(locked, current)
    if problems:
        raise SystemExit("proto_lock.py: the wire contract is broken:\n  " + "\n  ".join(problems))
    if verb == "update":
        write(path, current)
    elif locked != current:
        new = [f"{place} = {what}" for place, what in current.items() if locked.get(place) != what]
        raise SystemExit(
            "proto_lock.py: not in proto.lock yet (run proto_lock.py update):\n  "
            + "\n  ".join(new)
        )


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[1] not in ("check", "update"):
        raise SystemExit(__doc__)
    main(sys.argv[1], Path(*sys.argv[2:]) if len(sys.argv) > 2 else Path("proto"))  # noqa: PLR2004
