"""What of a notebook's outputs is committed: small, and the same after every execution."""

import base64
import io
from pathlib import Path

import nbformat
from PIL import Image

MOST_BYTES = 150_000
MOST_BYTES_TOGETHER = 400_000
COLOURS = 128


def small(png: str) -> str:
    """A figure with few colours and no metadata."""
    image = Image.open(io.BytesIO(base64.b64decode(png))).convert("RGB")
    file = io.BytesIO()
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return base64.b64encode(file.getvalue()).decode("ascii")


def joined(outputs: list) -> list:
    """Without standard error, what was printed in several pieces as one: how it is cut depends on time."""
    kept = []
    for output in outputs:
        if output.output_type == "stream" and output.name != "stdout":
            continue
        if output.output_type == "stream" and kept and kept[-1].output_type == "stream":
            kept[-1].text += output.text
        else:
            kept.append(output)
    return kept


def tidy(notebook) -> None:
    """Take away what another execution would change, and make the figures small."""
    notebook.metadata.language_info = {"name": "python"}
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type != "code":
            continue
        cell.outputs = joined(cell.outputs)
        for output in cell.outputs:
            if "image/png" in output.get("data", {}):
                output.data["image/png"] = small(output.data["image/png"])


def texts(cell) -> list:
    """The outputs of a cell without the pixels of its figures, which may differ from machine to machine."""
    kept = [dict(output.get("data", {}), text=output.get("text", "")) for output in cell.get("outputs", [])]
    return [{kind: "" if kind == "image/png" else value for kind, value in output.items()} for output in kept]


def stale(committed, fresh) -> list:
    """The names of the cells whose outputs are not those of a fresh execution."""
    return [a.id for a, b in zip(committed.cells, fresh.cells) if texts(a) != texts(b)]


def faults(path: Path) -> list:
    """What is wrong with the outputs of a notebook, a line each."""
    notebook = nbformat.read(path, as_version=4)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    wrong = [] if outputs else ["has no outputs"]
    wrong += [f"holds an error: {output.ename}" for output in outputs if output.output_type == "error"]
    size = path.stat().st_size
    return wrong + ([f"has {size} bytes, more than {MOST_BYTES}"] if size > MOST_BYTES else [])
