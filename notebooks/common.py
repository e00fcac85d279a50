"""What the notebooks that start `sim-cli` themselves have in common: runs, tables, looks."""

import os
import subprocess
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.ticker import PercentFormatter

HERE = Path(__file__).resolve().parent
SIM_CLI = Path(os.environ.get("OVERHEAR_SIM_CLI", HERE.parent / "target/release/sim-cli"))
RUNS = Path(os.environ.get("OVERHEAR_RUNS", HERE.parent / "target/notebook-runs"))

# Okabe and Ito's palette: told apart with any colour vision.
BLUE, ORANGE, GREEN, VERMILION, PURPLE, SKY = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9"
GREY, PALE = "#8A8A8A", "#E4E4E4"
COLOURS = [BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY]


def sim_cli(*arguments):
    """Run `sim-cli`, show the command (of paths only the name), and return what it has printed on standard output."""
    words = [str(argument) for argument in arguments]
    print("sim-cli", *(argument.name if isinstance(argument, Path) else argument for argument in arguments))
    done = subprocess.run([SIM_CLI, *words], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"sim-cli ended with {done.returncode}:\n{done.stderr}")
    return done.stdout


def play(name, *arguments):
    """Let `sim-cli` write a result below RUNS, in place of an earlier one, and return its directory."""
    out = RUNS / name
    sim_cli(*arguments, "--out", out, "--force", "--progress", "none")
    return out


def read(path, text=()):
    """A CSV file: the columns of `text` as they stand, the others as numbers."""
    table = pd.read_csv(path, dtype=str, keep_default_na=False)
    numbers = [column for column in table.columns if column not in text]
    table[numbers] = table[numbers].apply(pd.to_numeric, errors="coerce")
    return table


def whiskers(table, value, low, high):
    """Distances from a value to the two ends of its interval, as `errorbar` takes them."""
    return [(table[value] - table[low]).clip(lower=0), (table[high] - table[value]).clip(lower=0)]


def percent(*axes):
    """Ticks in percent on axes whose values are shares."""
    for axis in axes:
        axis.set_major_formatter(PercentFormatter(1, decimals=0))


def ink(image, value):
    """Black or white, whichever is read more easily on the colour of this value."""
    red, green, blue, _ = image.cmap(image.norm(value))
    return "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "white"


def look(**more):
    """Plain figures without a box."""
    plt.rcParams.update({
        "figure.dpi": 110,
        "figure.constrained_layout.use": True,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.titlelocation": "left",
        "axes.titlesize": "medium",
        "axes.axisbelow": True,
        "legend.frameon": False,
        **more,
    })
