"""For MkDocs (mkdocs.yml): what fences tell tests, and links to files that the site has not."""

from __future__ import annotations

import re
from typing import Any


def on_page_markdown(markdown: str, page: Any = None, **_: Any) -> str:
    r"""Leave the language of a fence, and name files of the repository instead of linking them.

    >>> on_page_markdown("```hex golden=value/a.json case=x\n00\n```")
    '```hex\n00\n```'
    >>> on_page_markdown("See [a test](../tests/a.py).")
    'See a test (`tests/a.py`).'
    >>> on_page_markdown("[versions.toml](../versions.toml) is the list.")
    '`versions.toml` is the list.'
    """
    depth = 0 if page is None else page.file.src_uri.count("/")
    outside = "\\.\\./" * (depth + 1)
    bare = re.sub(rf"\[`?([^\]`]*)`?\]\({outside}\1\)", r"`\1`", markdown)
    named = re.sub(rf"\[([^\]]*)\]\({outside}([^)#]+)\)", r"\1 (`\2`)", bare)
    return re.sub(r"^(```\w+) .*$", r"\1", named, flags=re.MULTILINE)
