"""Generates the Python classes of the wire contract.

Usage: ``python generate_proto.py PROTO_DIRECTORY TARGET_PACKAGE_DIRECTORY``. The target package is
replaced; the generated modules are ``<name>_pb2`` with type stubs beside them.
"""

from __future__ import annotations

import importlib.resources
import shutil
import sys
import tempfile
from pathlib import Path

from grpc_tools import protoc

CONTRACT = "pyspark_hbase/v1"


def generate(proto: Path, target: Path) -> list[str]:
    """Generate all messages below ``proto`` into the package ``target``; return its modules."""
    sources = sorted((proto / CONTRACT).glob("*.proto"))
    well_known = importlib.resources.files("grpc_tools") / "_proto"
    with tempfile.TemporaryDirectory() as scratch:
        arguments = ["protoc", f"-I{proto}", f"-I{well_known}", f"--python_out={scratch}"]
        arguments += [f"--pyi_out={scratch}", *map(str, sources)]
        if protoc.main(arguments) != 0:
            raise SystemExit("generate_proto.py: protoc failed, see above")
        shutil.rmtree(target, ignore_errors=True)
        # The messages keep their package; only the Python modules move, so that the wheel owns one
        # top-level name. The files do not import each other.
        shutil.copytree(Path(scratch) / CONTRACT, target)
    init = '"""Generated from proto/ by ./build.sh proto; ignored by git."""\n'
    (target / "__init__.py").write_text(init)
    return sorted(path.stem for path in target.glob("*_pb2.py"))


if __name__ == "__main__":
    if len(sys.argv) != 3:  # noqa: PLR2004  (the two arguments)
        raise SystemExit(__doc__)
    print(" ".join(generate(Path(sys.argv[1]), Path(sys.argv[2]))))
