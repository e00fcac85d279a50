"""What an installed package says of its terms."""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path

import pytest

NOTICES = Path(__file__).parents[2] / "data" / "licences"


def terms() -> dict[str, str]:
    """Returns the files of terms that were installed, by their names."""
    package = distribution("overhear-lab")
    listed = {Path(name).name for name in package.metadata.get_all("License-File", [])}
    return {path.name: path.read_text() for path in package.files or [] if path.name in listed}


def test_terms_of_the_package_and_of_all_that_it_contains_are_installed() -> None:
    installed = terms()
    assert {"LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY.txt"} <= installed.keys()
    assert "\npyo3 " in installed["THIRD-PARTY.txt"]


@pytest.mark.skipif(not NOTICES.is_dir(), reason="there is no repository here")
def test_notices_of_the_words_are_installed() -> None:
    installed = terms()
    notices = {path.name: path.read_text() for path in NOTICES.iterdir()}
    assert notices and notices == {name: installed.get(name) for name in notices}
