"""The blocks of the pages about Python and about models run as they are written, in a fresh folder and processes of their own."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PAGES = {"results": "pyarrow", "waiting": None, "learning": "pettingzoo", "grid": "pyarrow", "openspiel": "pyspiel"}
"""Pages by task, and the package that each takes."""

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[tuple[str, str]]:
    """The blocks of a page with their languages, in order."""
    return BLOCK.findall(page.read_text("utf-8"))


def run(call: list[str], folder: Path, status: int = 0, **more: str) -> str:
    """What a process prints that knows nothing of the tests, and that ends with this status."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")} | more
    done = subprocess.run(call, cwd=folder, capture_output=True, text=True, env=environment)
    assert done.returncode == status, f"{call}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def run_python(page: Path, folder: Path) -> str:
    """What the Python blocks of a page print, one after the other in one process."""
    code = "\n".join(text for language, text in blocks(page) if language == "python")
    (folder / "page.py").write_text(code, "utf-8")
    return run([sys.executable, "-W", "ignore::UserWarning", "page.py"], folder)


def test_the_page_about_python_runs_as_it_is_written(tmp_path: Path) -> None:
    told = run_python(ROOT / "docs" / "python.md", tmp_path)
    broken = [line for line in told.splitlines() if line.startswith("BROKEN")]
    assert broken and all("R20" in line for line in broken)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_by_task_runs_as_it_is_written(page: str, tmp_path: Path) -> None:
    package = PAGES[page]
    if package is not None:
        pytest.importorskip(package)
    run_python(ROOT / "docs" / "python" / f"{page}.md", tmp_path)


WORDS = "window garden coffee mountain letter bridge summer pocket doctor forest engine violin market shadow candle blanket".split()


class Alike(BaseHTTPRequestHandler):
    """A model that answers every request with a code and three words."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        asked = self.rfile.read(int(self.headers["Content-Length"]))
        words = random.Random(asked).sample(WORDS, 3)
        said = json.dumps({"code": [1, 2, 3], "clues": words})
        message = {"choices": [{"message": {"content": said}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 160, "completion_tokens": 5}}
        content = json.dumps(message).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def model() -> Iterator[str]:
    """The address of such a model."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Alike)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()


def test_the_page_about_models_runs_as_it_is_written(tmp_path: Path) -> None:
    program = os.environ.get("OVERHEAR_SIM_CLI")
    if program is None or shutil.which("sh") is None:
        pytest.skip("OVERHEAR_SIM_CLI does not name the program; `cargo xtask test --only python` sets it")
    folder, commands = tmp_path / "fresh", tmp_path / "commands"
    folder.mkdir()
    commands.mkdir()
    (commands / "sim-cli").symlink_to(Path(program).resolve())
    (commands / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (commands / "python3").chmod(0o755)
    ran = []
    with model() as address:
        for language, text in blocks(ROOT / "docs" / "models.md"):
            if language == "toml":
                name = text.splitlines()[0].removeprefix("# ")
                assert re.fullmatch(r"[a-z]+\.toml", name), "a block of TOML says first which file it is"
                (folder / name).write_text(text.replace("https://api.openai.com/v1", address), "utf-8")
            elif language == "python":
                (folder / "page.py").write_text(text, "utf-8")
                ran.append(run([sys.executable, "page.py"], folder))
            else:
                assert language == "sh", f"a block that is not tried: {text}"
                text = text.replace("path/to/overhear", str(ROOT))
                path = os.pathsep.join([str(commands), os.environ["PATH"]])
                # A limit of questions is an end that the page names.
                status = 3 if "--max-requests" in text else 0
                # A card that does not say its games has few here.
                ran.append(run(["sh", "-euc", text], folder, status, PATH=path, OPENAI_API_KEY="none", SIM_CLI_GAMES="3"))
    assert re.search(r"^decode,accuracy,paired,\d+,\d+,0\.\d+,", "".join(ran), re.MULTILINE), "two cards, compared item by item"
    for name in ("overhear_bot.py", "model.jsonl", "model-card/items.jsonl", "talks/talk.csv", "small.toml", "one-card/card.md"):
        assert (folder / name).is_file(), name
