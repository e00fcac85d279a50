"""Ranges of numbers of functions that are not experiments. Do not edit: `UPDATE_GOLDEN=1 cargo test -p overhear-lab --test python` writes this file."""

COUNTS: dict[str, tuple[int, int]] = {
    "games": (1, 1000000000000000),
    "game": (0, 999999999999999),
    "shards": (1, 1000000),
    "top": (1, 1000),
    "informed_games": (0, 1000000000000000),
    "stated_within": (0, 1000),
    "team_size": (2, 4),
    "vocabulary": (256, 4294967295),
    "threads": (1, 1024),
}

NUMBERS: dict[str, tuple[float, float]] = {
    "blunder": (0, 1),
    "beta": (1, 60),
    "alpha": (0, 2),
}
"""What need not be whole."""
