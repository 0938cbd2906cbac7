"""For mkdocstrings (mkdocs.yml): docstrings as Markdown, without what is for the package alone."""

from __future__ import annotations

import re
from typing import Any, Final

from griffe import Alias, Extension, GriffeLoader, Module, Object

_PACKAGE_ONLY: Final = re.compile(r"\s*For this package alone: (.*?)\.", re.DOTALL)
_ROLE: Final = re.compile(r":(?:class|meth|func|attr|mod):`~?([\w.]+)`")


class ApiDocstrings(Extension):
    """Changes all docstrings of the package when it is read."""

    def on_package(self, *, pkg: Module, loader: GriffeLoader, **_: Any) -> None:
        """Change the docstrings of a package, from its modules to their members."""
        self._visit(pkg)

    def _visit(self, found: Object) -> None:
        if found.docstring is not None:
            text = found.docstring.value
            for names in _PACKAGE_ONLY.findall(text):
                for name in re.findall(r"\w+", names):
                    found.members.pop(name, None)
                    if isinstance(found, Module) and found.exports:
                        found.exports = [each for each in found.exports if str(each) != name]
            found.docstring.value = markdown(_PACKAGE_ONLY.sub("", text))
        for member in list(found.members.values()):
            if not isinstance(member, Alias) and isinstance(member, Object):
                self._visit(member)


def markdown(docstring: str) -> str:
    r"""Put examples into fences and make links of references.

    >>> markdown("Types; see :func:`decimal`.\n\n>>> len('ab')\n2").split("\n")
    ['Types; see `decimal`.', '', '```pycon', ">>> len('ab')", '2', '```']
    >>> markdown("A :class:`~pyspark_hbase.plan.SubPlan`.")
    'A [`SubPlan`][pyspark_hbase.plan.SubPlan].'
    """
    lines: list[str] = []
    margin = None
    for line in docstring.split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        if margin is None and line.startswith(f"{indent}>>> "):
            margin = indent
            lines.append(f"{margin}```pycon")
        elif margin is not None and not line.strip():
            lines.append(f"{margin}```")
            margin = None
        lines.append(line)
    if margin is not None:
        lines.append(f"{margin}```")
    return _ROLE.sub(_link, "\n".join(lines))


def _link(role: re.Match[str]) -> str:
    name = role[1]
    short = name.rpartition(".")[2]
    return f"[`{short}`][{name}]" if name.startswith("pyspark_hbase.") else f"`{name}`"
