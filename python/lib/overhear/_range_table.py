"""Ranges of numbers. Do not edit: `UPDATE_GOLDEN=1 cargo test -p overhear-lab python_ranges` writes this file."""

TINY = 5e-324

COUNTS: dict[str, tuple[float, float]] = {
    "games": (1, 1000000000000000),
    "pairs": (1, 500000000000000),
    "game": (0, 999999999999999),
    "exploit_games": (0, 1000000000000000),
    "respond_games": (0, 1000000000000000),
    "answer_limit": (1, 3600000),
    "discuss": (0, 8),
    "running": (1, 18446744073709551615),
    "checkpoint": (0, 86400),
    "shards": (1, 1000000),
    "iterations": (1, 10000000),
    "pairs_per_iteration": (1, 1000000),
    "confirm_pairs": (1, 1000000000),
    "runs": (1, 1000000),
    "top": (1, 1000),
    "informed_games": (0, 1000000000000000),
    "items": (1, 1000000),
    "stated_within": (0, 1000),
    "team_size": (2, 4),
    "threads": (1, 1024),
}

NUMBERS: dict[str, tuple[float, float]] = {
    "max_fault_rate": (0, 1),
    "step": (TINY, 1),
    "rate": (TINY, 1),
    "margin": (TINY, 100),
    "margin_rounds": (TINY, 100),
    "nearest": (TINY, 1),
    "blunder": (0, 1),
    "beta": (1, 60),
    "alpha": (0, 2),
}
"""What need not be whole."""
