"""A dbt project whose model is a table of the catalog, run by dbt-spark with method session."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from bi_tools_page import SUMS, Page

PROJECT = """
name: shop
version: "1.0"
profile: shop
flags: {send_anonymous_usage_stats: false}
"""
SOURCES = """
sources:
  - name: shop
    schema: default
    tables: [{name: orders}]
models:
  - name: by_area
    columns:
      - name: area
        data_tests: [unique, not_null]
"""


def dbt(folder: Path, *arguments: str) -> str:
    """Run dbt in the folder and return what it printed."""
    done = subprocess.run(
        [str(Path(sys.executable).with_name("dbt")), *arguments, "--no-version-check"],
        cwd=folder,
        env=os.environ | {"DBT_PROFILES_DIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=(folder / "errors").open("a"),
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_a_model_is_a_table_of_the_catalog(page: Page, tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "dbt_project.yml").write_text(PROJECT)
    (tmp_path / "models" / "shop.yml").write_text(SOURCES)
    (tmp_path / "models" / "by_area.sql").write_text(page.snippet("models/by_area.sql"))
    settings = (
        "        spark.master: local[1]\n        spark.ui.enabled: 'false'\n"
        "        spark.hadoop.javax.jdo.option.ConnectionURL: jdbc:derby:memory:hive;create=true\n"
    )
    (tmp_path / "profiles.yml").write_text(page.snippet("profiles.yml") + settings)
    # The second build replaces the table that the first one made.
    for _ in range(2):
        assert "ERROR=0" in dbt(tmp_path, "build")
    shown = dbt(tmp_path, "show", "--quiet", "--select", "by_area", "--output", "json")
    rows = json.loads(shown[shown.index("{") :])["show"]
    assert sorted((row["area"], row["orders"]) for row in rows) == [row[:2] for row in SUMS]
