"""The texts of this repository, for tests of its words."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]
SKIPPED: Final = re.compile(
    r"^(tests/golden/|python/tests/.*test_vocabulary\.py$|docs/GLOSSARY.md)"
)
COMMENT: Final = re.compile(r"/\*\*(.*?)\*/", re.DOTALL)


def tracked() -> dict[str, str]:
    """The texts of the repository's files by name; binary files and records are left out."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\0")
    texts = {}
    for name in names:
        file = ROOT / name
        if name and not SKIPPED.match(name) and file.is_file():
            content = file.read_bytes()
            if b"\0" not in content:
                texts[name] = content.decode("utf-8", errors="replace")
    return texts


def javadoc(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each comment of Java or Scala that documents something."""
    for match in COMMENT.finditer(text):
        words = re.sub(r"\n\s*\*?", " ", match.group(1)).split()
        yield text.count("\n", 0, match.start()) + 1, " ".join(words)
