"""Whoever catches an error of HBase's client notes that the cluster may be silent."""

from __future__ import annotations

import re

from tracked_files import tracked

WORDS_AN_ERROR = re.compile(r"\bSubPlanErrors\s*\.(toRuntime|toAnalysis|known)\(")
NOTES = re.compile(r"\bSilentClusters\.note\(")


def test_places_that_word_errors_of_hbase_note_silent_clusters() -> None:
    sources = {
        name: text
        for name, text in tracked().items()
        if re.match(r"jvm/spark/src/main/.*\.scala$", name) and WORDS_AN_ERROR.search(text)
    }
    assert len(sources) == 5, sorted(sources)
    assert [name for name, text in sources.items() if not NOTES.search(text)] == []
