"""Columns of results that the audit does not recompute. Another one that nothing recomputes ends the step."""

# The logs of halves do not tell them.
NOT_RECOMPUTED = {
    "expected.csv": "rating_basis",
    "skill.csv": "worse",
    "whatifs.csv": "method",
}


def differences(unread):
    """Returns two lists of sentences: columns that nothing has read and NOT_RECOMPUTED lacks, and columns there that are read."""
    lacking, recomputed = [], []
    for name in sorted({*unread, *NOT_RECOMPUTED}):
        left, known = set(unread.get(name, ())), set(NOT_RECOMPUTED.get(name, "").split())
        lacking += [f"{name}: nothing recomputes `{column}`; do it, or add it to not_recomputed.py" for column in sorted(left - known)]
        recomputed += [f"{name}: `{column}` is recomputed; take it from not_recomputed.py" for column in sorted(known - left)]
    return lacking, recomputed
