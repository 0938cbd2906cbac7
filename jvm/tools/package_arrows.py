"""Guards the arrows between packages inside each JVM module, as the Enforcer does between modules.

Usage: ``python package_arrows.py check|write [--jvm FOLDER] [--classes FOLDER] [MODULE ...]``.

``package-arrows.txt`` of a module lists which package may use which others of the module. ``check``
fails for an arrow that is not listed, and for one that is listed and gone. It fails for a circle of
packages, or of files inside a package, that is not listed. ``write`` writes the list anew: look at
its diff.

Arrows come from the class files, so Java and Scala are alike. The imports of the sources add what
compilers put in place of a constant. ``--classes`` names the folder of classes below a module
(default: ``target/classes``); class files without a source are of an older build and left out.
"""

from __future__ import annotations

import argparse
import re
import struct
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

JVM: Final = Path(__file__).parents[1]
BASE: Final = "org/apache/spark/sql/hbase/"
LIST: Final = "package-arrows.txt"
HEADER: Final = """\
# Which package of this module may use which others of it: kept by jvm/tools/package_arrows.py.
# Packages stand in layers: each uses only packages above its line. "circle" lines name the files
# of one package that need each other.
"""

Graph = dict[str, set[str]]

_DESCRIPTOR: Final = re.compile(rb"L(org/apache/spark/sql/hbase/[\w/$]+);")
_COMMENT: Final = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_IMPORT: Final = re.compile(
    r"^import\s+(?:static\s+)?org\.apache\.spark\.sql\.hbase\.([\w.]+)(?:\{([^}]*)\})?",
    re.MULTILINE,
)
_UTF8: Final = 1
_CLASS: Final = 7
# Sizes of the other constants, tag included (Java Virtual Machine Specification, 4.4).
_SIZES: Final = {3: 5, 4: 5, 5: 9, 6: 9, 8: 3, 9: 5, 10: 5, 11: 5, 12: 5, 15: 4, 16: 3}
_SIZES_OF_MODULES: Final = {17: 5, 18: 5, 19: 3, 20: 3}
_TWO_SLOTS: Final = {5, 6}
_SHORT: Final = 2


class ClassFile:
    """The name of a class, the file of its source, and the classes of this project in it."""

    def __init__(self, content: bytes) -> None:
        texts, classes, end = _constants(content)
        (this,) = struct.unpack_from(">H", content, end + 2)
        (interfaces,) = struct.unpack_from(">H", content, end + 6)
        position = end + 8 + 2 * interfaces
        for _fields_then_methods in range(2):
            (members,) = struct.unpack_from(">H", content, position)
            position += 2
            for _ in range(members):
                position, _attributes = _read_attributes(content, position + 6, texts)
        _, attributes = _read_attributes(content, position, texts)
        self.name = texts[classes[this]].decode()
        package = self.name.rpartition("/")[0]
        source = attributes.get(b"SourceFile")
        self.source = f"{package}/{texts[source].decode()}" if source else self.name
        self.uses = {
            texts[index].decode()
            for index in classes.values()
            if texts[index].startswith(BASE.encode())
        }
        for text in texts.values():
            self.uses.update(found.decode() for found in _DESCRIPTOR.findall(text))


def _constants(content: bytes) -> tuple[dict[int, bytes], dict[int, int], int]:
    """The texts and classes of a constant pool by index, and where the pool ends."""
    sizes = _SIZES | _SIZES_OF_MODULES
    texts: dict[int, bytes] = {}
    classes: dict[int, int] = {}
    (count,) = struct.unpack_from(">H", content, 8)
    index, position = 1, 10
    while index < count:
        tag = content[position]
        if tag == _UTF8:
            (length,) = struct.unpack_from(">H", content, position + 1)
            texts[index] = content[position + 3 : position + 3 + length]
            position += 3 + length
        elif tag == _CLASS:
            (classes[index],) = struct.unpack_from(">H", content, position + 1)
            position += 3
        else:
            position += sizes[tag]
        index += 2 if tag in _TWO_SLOTS else 1
    return texts, classes, position


def _read_attributes(
    content: bytes, position: int, texts: Mapping[int, bytes]
) -> tuple[int, dict[bytes, int]]:
    """Return the end of the attributes, and the first number in each."""
    (count,) = struct.unpack_from(">H", content, position)
    position += 2
    attributes: dict[bytes, int] = {}
    for _ in range(count):
        name, length = struct.unpack_from(">HI", content, position)
        if length >= _SHORT:
            (attributes[texts[name]],) = struct.unpack_from(">H", content, position + 6)
        position += 6 + length
    return position, attributes


def imported(source: str) -> Iterator[str]:
    """The classes of this project that a source imports and uses outside of comments."""
    code = _COMMENT.sub("", source)
    words = set(re.findall(r"\w+", _IMPORT.sub("", code)))
    for path, selectors in _IMPORT.findall(code):
        names = selectors.split(",") if selectors else [""]
        for selector in names:
            name, _, alias = (part.strip() for part in selector.partition("=>"))
            full = (path + name).strip(".").replace(".", "/")
            if (alias or full.rpartition("/")[2]) in words:
                yield BASE + full


def files_of(module: Path, classes: str) -> Graph:
    """Return the files that each source file of a module uses; generated sources are left out."""
    # The newest Scala and the newest line of Spark come last: target/classes has their files.
    folders = [*(module / "src/main").glob("scala-*"), *(module / "src/main").glob("spark-*")]
    sources = {
        str(file.relative_to(root)): file
        for root in (module / "src/main/java", module / "src/main/scala", *sorted(folders))
        for file in root.rglob("*")
        if file.suffix in {".java", ".scala"}
        and file.name not in {"package-info.java", "package.scala"}
    }
    read = [ClassFile(file.read_bytes()) for file in (module / classes).rglob("*.class")]
    read = [each for each in read if each.source in sources]
    missing = sources.keys() - {each.source for each in read}
    if missing:
        raise SystemExit(
            f"package_arrows.py: {module.name}: {len(missing)} of {len(sources)} source files have "
            f"no class in {classes}, such as {min(missing)}. Compile it first: ./build.sh jvm"
        )
    source_of = {each.name: each.source for each in read}
    graph: Graph = {source: set() for source in sources}
    for each in read:
        graph[each.source].update(source_of[used] for used in each.uses if used in source_of)
    for source, file in sources.items():
        for name in imported(file.read_text()):
            # The import may be of a member: its class is the longest part of the name that is one.
            parts = PurePosixPath(name)
            known = next(
                (str(each) for each in (parts, *parts.parents) if str(each) in source_of), None
            )
            if known:
                graph[source].add(source_of[known])
    for source, used in graph.items():
        used.discard(source)
    return graph


def package_of(source: str, module: str) -> str:
    """The package of a file, named from the module's own package on, which is the module's name."""
    path = PurePosixPath(source).parent.relative_to(BASE.rstrip("/"))
    name = str(path).replace("/", ".")
    return module if name in {".", ""} else name


def packages_of(files: Graph, module: str) -> Graph:
    """Return the packages that each package uses."""
    packages: Graph = defaultdict(set)
    for source, used in files.items():
        package = package_of(source, module)
        packages[package].update(package_of(other, module) for other in used)
        packages[package].discard(package)
    return dict(packages)


def circles_of(graph: Graph) -> list[list[str]]:
    """The strongly connected parts of more than one node, lowest first."""
    return [part for part in _layers(graph) if len(part) > 1]


def _layers(graph: Graph) -> list[list[str]]:
    """The strongly connected parts, each behind all that it uses: Tarjan, without recursion."""
    index: dict[str, int] = {}
    lowest: dict[str, int] = {}
    held: list[str] = []
    parts: list[list[str]] = []
    for root in sorted(graph):
        if root in index:
            continue
        path = [(root, iter(sorted(graph[root])))]
        index[root] = lowest[root] = len(index)
        held.append(root)
        while path:
            node, others = path[-1]
            for other in others:
                if other not in index:
                    index[other] = lowest[other] = len(index)
                    held.append(other)
                    path.append((other, iter(sorted(graph[other]))))
                    break
                if other in held:
                    lowest[node] = min(lowest[node], index[other])
            else:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[node])
                if lowest[node] == index[node]:
                    start = held.index(node)
                    parts.append(sorted(held[start:]))
                    del held[start:]
    return parts


def circles_inside(files: Graph, module: str) -> list[str]:
    """The circles of files inside each package, as lines of the list."""
    lines = []
    for package in sorted({package_of(source, module) for source in files}):
        inside = {source for source in files if package_of(source, module) == package}
        for circle in circles_of({source: files[source] & inside for source in inside}):
            lines.append(
                f"circle {package}: {' '.join(PurePosixPath(source).stem for source in circle)}"
            )
    return lines


def listed(module: Path, classes: str) -> list[str]:
    """The lines that the list of a module has to have."""
    files = files_of(module, classes)
    packages = packages_of(files, module.name)
    lines = [
        f"{package}: {' '.join(sorted(packages[package]))}".rstrip()
        for part in _layers(packages)
        for package in part
    ]
    lines += [f"circle of packages: {' '.join(circle)}" for circle in circles_of(packages)]
    return lines + circles_inside(files, module.name)


def problems(old: list[str], new: list[str]) -> Iterator[str]:
    """Yield the differences between the arrows of a module and its list."""
    arrows = [set(_arrows(lines)) for lines in (old, new)]
    yield from (f"new arrow: {arrow}" for arrow in sorted(arrows[1] - arrows[0]))
    yield from (f"listed and gone: {arrow}" for arrow in sorted(arrows[0] - arrows[1]))
    circles = [{line for line in lines if line.startswith("circle ")} for lines in (old, new)]
    yield from (f"new {circle}" for circle in sorted(circles[1] - circles[0]))
    yield from (f"listed and gone: {circle}" for circle in sorted(circles[0] - circles[1]))


def _arrows(lines: list[str]) -> Iterator[str]:
    for line in lines:
        package, _, used = line.partition(":")
        if not package.startswith("circle "):
            yield f"package {package}"
            yield from (f"{package} -> {other}" for other in used.split())


def main(arguments: list[str]) -> int:
    """Checks or writes the lists of modules."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("verb", choices=["check", "write"])
    parser.add_argument("modules", nargs="*", help="default: those with a list")
    parser.add_argument("--jvm", type=Path, default=JVM)
    parser.add_argument("--classes", default="target/classes")
    given = parser.parse_args(arguments)
    names = given.modules or sorted(file.parent.name for file in given.jvm.glob(f"*/{LIST}"))
    failed = False
    for name in names:
        module = given.jvm / name
        new = listed(module, given.classes)
        if given.verb == "write":
            (module / LIST).write_text(HEADER + "".join(f"{line}\n" for line in new))
            continue
        lines = (module / LIST).read_text().splitlines()
        for problem in problems([line for line in lines if line and not line.startswith("#")], new):
            failed = True
            sys.stderr.write(f"{name}: {problem}\n")
    if failed:
        sys.stderr.write(
            "Arrows between packages point one way. Move the class, or cut the reference; if the "
            "arrow is right, `python jvm/tools/package_arrows.py write` lists it "
            '(docs/ARCHITECTURE.md, "Packages").\n'
        )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
