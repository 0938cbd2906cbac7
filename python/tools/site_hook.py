"""For MkDocs (mkdocs.yml), which does not know what fences of our pages tell tests."""

from __future__ import annotations

import re
from typing import Any


def on_page_markdown(markdown: str, **_: Any) -> str:
    r"""Leave the language of a fence and drop what follows it.

    >>> on_page_markdown("```hex golden=value/a.json case=x\n00\n```")
    '```hex\n00\n```'
    """
    return re.sub(r"^(```\w+) .*$", r"\1", markdown, flags=re.MULTILINE)
