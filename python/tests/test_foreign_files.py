"""`load` and `save` take results from other people: they write in the named folder alone, limit what they unpack, and overwrite only with force."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import overhear
import pytest

from .conftest import ROOT
from .parts import files

Entries = dict[str, bytes]


@pytest.fixture(scope="module")
def result() -> overhear.TournamentResult:
    return overhear.tournament(["nearest", "random"], pairs=2, seed=1, vocabulary=2000)


def entries(packed: bytes) -> Entries:
    """The entries of an archive."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def archive(content: Entries, change: Callable[[zipfile.ZipInfo], None] = lambda _: None) -> bytes:
    """An archive, as an attacker would make it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in content.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            change(entry)
            made.writestr(entry, data)
    return out.getvalue()


def refused(source: Any, match: str) -> None:
    """Checks that this is refused in a sentence."""
    with pytest.raises(overhear.UsageError, match=match) as error:
        overhear.load(source)
    assert "\n" not in str(error.value)


NAMES = ["../evil", "../../evil.csv", "/etc/evil", "a/b.csv", "..", ".", "", "a\\b", "C:evil", "C:\\evil", "nul", "CON.csv", "com1.txt", "a.", ".hidden", "a b", "x" * 101, "\u202ecsv"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_is_not_plain_is_refused(name: str, result: overhear.TournamentResult, tmp_path: Path) -> None:
    packed = {**entries(result.to_bytes()), f"files/{name}": b"evil"}
    refused(archive(packed), "is not the name of a file of a result")
    about = json.loads(packed["result.json"])
    about["tables"][0][0] = f"{name}.csv"
    if name not in ("nul", "a b", "a.", "", "..", "."):
        refused(archive({"result.json": json.dumps({**about, "has_files": False}).encode()}), "is not the name of a file of a result")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "manifest.json").write_text(json.dumps({"complete": True, "command": "tournament", "files": {name: {"sha256": ""}}}))
    refused(folder, "is not the name of a file of a result")
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]


def test_a_file_that_no_manifest_lists_is_refused(result: overhear.TournamentResult) -> None:
    packed = entries(result.to_bytes())
    refused(archive({**packed, "files/more.csv": b"a\n1\n"}), "`more.csv` is not the file that the manifest lists|'more.csv' is not the file")
    refused(archive({**packed, "files/rounds.csv": b"a\n1\n"}), "rounds.csv. is not the file that the manifest lists")
    refused(archive({name: data for name, data in packed.items() if name != "files/manifest.json"}), "damaged")


def test_what_unpacks_to_very_much_is_not_unpacked(result: overhear.TournamentResult) -> None:
    packed = entries(result.to_bytes())
    refused(archive({**packed, "files/timing.json": b" " * (1 << 26)}), "67,.* bytes in all; .* at most 1,000 of 2.* are unpacked")
    refused(archive({**packed, **{f"files/{n}.csv": b"" for n in range(1000)}}), "1,009 files of")
    # An entry that states less than it holds is not read on.
    honest = archive({**packed, "files/timing.json": b" " * 5_000_000})
    refused(honest.replace((5_000_000).to_bytes(4, "little"), (50).to_bytes(4, "little")), "damaged")


def link(entry: zipfile.ZipInfo) -> None:
    entry.external_attr = 0o120777 << 16


def other_method(entry: zipfile.ZipInfo) -> None:
    entry.compress_type = zipfile.ZIP_BZIP2


@pytest.mark.parametrize("change", [link, other_method])
def test_a_link_and_another_way_of_packing_are_refused(change: Callable[[zipfile.ZipInfo], None], result: overhear.TournamentResult) -> None:
    refused(archive(entries(result.to_bytes()), change), "a link, or a file that is packed otherwise")


def test_archives_that_are_damaged_are_refused_in_a_sentence(result: overhear.TournamentResult) -> None:
    whole = result.to_bytes()
    for place in range(0, len(whole), 97):
        torn = bytearray(whole)
        torn[place] ^= 0x41
        for content in (bytes(torn), whole[:place]):
            try:
                overhear.load(content)
            except overhear.UsageError as error:
                assert "\n" not in str(error)
    refused(archive({"result.json": b"[" * 100_000}), "damaged")
    refused(archive({"result.json": b"[1]"}), "damaged")


def test_links_in_a_folder_are_not_followed(result: overhear.TournamentResult, tmp_path: Path) -> None:
    place, secret = result.save(tmp_path / "result"), tmp_path / "secret"
    secret.write_text("{}")
    for name in ("timing.json", "standings.csv"):
        kept = (place / name).read_bytes()
        (place / name).unlink()
        (place / name).symlink_to(secret)
        refused(place, "this is a link; name the file itself")
        (place / name).unlink()
        (place / name).write_bytes(kept)
    (place / "notes.txt").symlink_to(secret)
    assert b"notes.txt" not in overhear.load(place).to_bytes(), "what lies beside a result is none of it"
    assert "notes.txt" not in files(overhear.load(place), tmp_path / "again")


def test_force_replaces_a_result_and_nothing_else(result: overhear.TournamentResult, tmp_path: Path) -> None:
    loaded, place = overhear.load(result.to_bytes()), tmp_path / "result"
    overhear.rules_list().save(place)
    (place / "notes.txt").write_text("mine")
    loaded.save(place, force=True)
    assert not (place / "result.json").exists() and (place / "notes.txt").read_text() == "mine"
    assert overhear.load(place) == result
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "standings.csv").write_text("mine")
    with pytest.raises(overhear.UsageError, match="standings.csv. is in the directory, but no result lists it; move it away"):
        loaded.save(tmp_path / "mine", force=True)
    assert [file.name for file in (tmp_path / "mine").iterdir()] == ["standings.csv"]


def test_a_save_that_fails_leaves_the_earlier_result(result: overhear.TournamentResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, rename = result.save(tmp_path / "result"), Path.rename
    before = {file.name: file.read_bytes() for file in place.iterdir()}
    other = overhear.load(overhear.tournament(["nearest", "random"], pairs=2, seed=2, vocabulary=2000).to_bytes())
    failed = 0
    for last in range(100):
        left = iter(range(last))

        def failing(self: Path, target: Path) -> Path:
            # The way back is open.
            if self.parent.name != "old" and target.parent.name != "new" and next(left, None) is None:
                raise OSError(28, "No space left on device")
            return rename(self, target)

        with monkeypatch.context() as patched:
            patched.setattr(Path, "rename", failing)
            try:
                other.save(place, force=True)
                break
            except overhear.RunError as error:
                assert "No space left on device" in str(error)
        failed += 1
        assert {file.name: file.read_bytes() for file in place.iterdir()} == before, last
    assert failed == 2 * len(before) and overhear.load(place) == other


BOT = """
import sys
sys.path.insert(0, {kit!r})
from overhear_bot import Bot, serve

class Mine(Bot):
    name = "mine"

    def clues(self, questions):
        return [[(7 * d + 50 * len(q.refused)) % 1900 for d in q.code] for q in questions]

open({marks!r}, "a").write("started")
serve(Mine())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the folder of state is that of XDG")
def test_a_result_of_somebody_else_starts_no_command_unasked(tmp_path: Path) -> None:
    program = os.environ.get("OVERHEAR_SIM_CLI")
    if program is None:
        pytest.skip("OVERHEAR_SIM_CLI does not name the program; `cargo xtask test --only python` sets it")
    bot, marks, made = tmp_path / "bot.py", tmp_path / "marks", tmp_path / "made"
    bot.write_text(BOT.format(kit=str(ROOT / "bots" / "kit"), marks=str(marks)))
    asked = ["tournament", "--agent", "mine", "--agent", "random", "--pairs", "2", "--seed", "1", "--vocabulary", "2000"]
    asked += ["--bot", f"mine={sys.executable} {bot}", "--out", str(made), "--progress", "none"]
    maker = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "maker")}
    subprocess.run([program, *asked], check=True, capture_output=True, env=maker)
    before = marks.read_text()
    with pytest.raises(overhear.UsageError, match=r"names a command that was not started here before: .*bot\.py; .*run_bots"):
        overhear.replay(made, game=0)
    assert marks.read_text() == before
    told = overhear.replay(made, game=0, run_bots=True)
    assert told["agents"] and marks.read_text() == before + "started"
    assert overhear.replay(made, game=0)["agents"] == told["agents"], "it was started here before"
