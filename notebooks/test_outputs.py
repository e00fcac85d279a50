"""What `outputs.py` lets through, and what it does not: python notebooks/test_outputs.py"""

import base64
import io
import tempfile
import unittest
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_notebook, new_output
from outputs import MOST_BYTES, faults, stale, tidy
from PIL import Image


def printed(*pieces, name="stdout"):
    """A stream, an output for each piece."""
    return [new_output("stream", name=name, text=piece) for piece in pieces]


def figure(noise: int):
    """A figure of 4 by 4 pixels."""
    file = io.BytesIO()
    Image.new("RGBA", (4, 4), (noise, 0, 0, 255)).save(file, "PNG")
    return new_output("display_data", {"image/png": base64.b64encode(file.getvalue()).decode()})


def notebook(*outputs):
    """A notebook of one cell."""
    return new_notebook(cells=[new_code_cell("1", id="cell", outputs=list(outputs))])


class Outputs(unittest.TestCase):
    def faults(self, committed):
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "a.ipynb"
            nbformat.write(committed, path)
            return faults(path)

    def test_what_is_tidy_and_small_is_committed(self):
        self.assertEqual(self.faults(notebook(*printed("1"))), [])

    def test_none_an_error_and_too_much_are_named(self):
        error = new_output("error", ename="KeyError", evalue="", traceback=[])
        cases = [((), "no outputs"), ((error,), "KeyError"), (printed("x" * MOST_BYTES), "bytes")]
        for outputs, named in cases:
            found = self.faults(notebook(*outputs))
            self.assertTrue(len(found) == 1 and named in found[0], found)

    def test_only_what_is_printed_differently_is_stale(self):
        one = notebook(*printed("a", "b"), figure(0))
        other = notebook(*printed("slow", name="stderr"), *printed("ab"), figure(9))
        other.cells[0].metadata["execution"] = {"iopub.execute_input": "today"}
        tidy(one), tidy(other)
        self.assertEqual(stale(one, other), [])
        self.assertEqual(other.cells[0].metadata, {})
        for outputs in [printed("ac"), [*printed("ab"), figure(0), figure(0)], []]:
            self.assertEqual(stale(one, notebook(*outputs)), ["cell"])


if __name__ == "__main__":
    unittest.main()
