"""Folders of results as the program writes them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from ._errors import UsageError
from ._logs import is_log
from ._result_files import MANIFEST, bounded, check_names, files_in
from ._table import Table, from_csv

_FIRST = ["standings.csv", "pairings.csv", "tables.csv", "kinds.csv", "ladder.csv", "sweep.csv", "decks.csv", "league.csv"]
"""Tables of a result in the order in which they are shown; others follow."""

_KINDS = {
    "tournament": "TournamentResult", "merge": "TournamentResult", "balance": "BalanceResult", "rules compare": "CompareResult",
    "compare": "ContrastResult", "agents league": "LeagueResult", "bench": "BenchResult", "tune": "TuneResult", "calibrate": "CalibrateResult",
}  # fmt: skip
"""The class of a result by the command that has written it; the others are a table."""


def read(place: Path) -> tuple[dict[str, Any], dict[str, bytes] | None]:
    """What is kept of the result in a folder, and its files if there are no logs among them."""
    manifest: dict[str, Any] = dict(json.loads(bounded(place / MANIFEST)))
    if not manifest.get("complete"):
        raise UsageError(f"{place}: the run is not finished; resume it with overhear.resume")
    sums = manifest["files"]
    check_names(place / MANIFEST, sums)
    names = [name for name in sums if name.endswith(".csv") and not is_log(name)]
    names.sort(key=lambda name: (_FIRST.index(name) if name in _FIRST else len(_FIRST), name))
    content = {name: _agreed(place / name, sums[name]) for name in names}
    kind = "SweepResult" if "sweep.csv" in names else _KINDS.get(manifest["command"], "Table")
    about = {
        "kind": kind, "tables": [(name, content[name].decode()) for name in names],
        "document": json.dumps(_document(manifest, content)), "sentences": manifest.get("findings", []), "warnings": [], "problem": None,
        "method": "", "notes": [], "manifest": {key: value for key, value in manifest.items() if key not in ("files", "sha256")},
    }  # fmt: skip
    if kind == "BenchResult":
        about["card"] = _card(place, sums)
    return about, None if any(map(is_log, sums)) else files_in(place)


def _document(manifest: dict[str, Any], content: dict[str, bytes]) -> dict[str, Any]:
    """What ``--format json`` has printed: the manifest, and tables of a tournament or all of them."""
    document = {key: value for key, value in manifest.items() if key not in ("files", "sha256")}
    shown = ("standings.csv", "pairings.csv") if manifest["command"] == "tournament" else content
    for name in shown:
        document[name.removesuffix(".csv")] = _as_printed(from_csv(name, content[name].decode()))
    return document


def _card(place: Path, sums: dict[str, Any]) -> dict[str, Any]:
    """The card of an agent in a folder."""
    return card_of(*(_agreed(place / name, sums[name]).decode() for name in ("card.json", "items.jsonl", "cost.csv")))


def card_of(card: str, items: str, cost: str) -> dict[str, Any]:
    """The card of an agent as ``overhear.bench`` returns it, from the texts of its three files."""
    return {**json.loads(card), "items": [json.loads(line) for line in items.splitlines()], "cost": cost}


def _as_printed(table: Table) -> list[dict[str, Any]]:
    """The rows as ``--format json`` has them: an empty text is a text."""
    texts = table._core.text_columns()
    rows = table.to_dicts()
    for row in rows:
        row.update({name: "" for name in texts if row[name] is None})
    return rows


def _agreed(file: Path, sums: dict[str, Any]) -> bytes:
    """The content of a file, which must be what the manifest says."""
    content = bounded(file)
    if hashlib.sha256(content).hexdigest() != sums["sha256"]:
        raise UsageError(f"{file}: it does not match its checksum in the manifest; write the result again")
    return content
