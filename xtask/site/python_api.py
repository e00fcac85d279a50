"""Writes the pages of the Python package with pdoc: python_api.py LIB FOLDER VERSION.

The native module, which is private, is not compiled for that: an empty class stands for each of its names.
"""

import sys
import warnings
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pdoc

lib, folder, version = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]


class Native(ModuleType):
    """Stands for the native module."""

    BUILD = version

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        found = type(name, (), {"__module__": self.__name__, "__init__": lambda self, *given: None})
        setattr(self, name, found)
        return found


sys.modules["overhear._overhear"] = Native("overhear._overhear")
sys.path.insert(0, str(lib))
# Types of optional packages stay the names that they are.
warnings.filterwarnings("ignore", message="(Error parsing|Failed to run TYPE_CHECKING)")

# Names that a module makes when they are asked for are those of its own.
env = import_module("overhear.env")
for name in env.__all__:
    setattr(env, name, getattr(env, name))

pdoc.render.configure(docformat="restructuredtext", footer_text=f"Overhear {version}")
pdoc.pdoc("overhear", "overhear.env", "overhear.decrypto_v0", output_directory=folder)
