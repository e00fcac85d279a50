"""The manifest that ``sim-cli cluster kubernetes`` writes, by the published schemas of Kubernetes."""

from __future__ import annotations

import pytest

from .conftest import Sim

FLAGS = ["--games", "600", "--seed", "9", "--agent", "it's \"mine\" $HOME=nearest", "--agent", "random"]


def test_the_manifest_is_what_kubernetes_takes(sim: Sim) -> None:
    kubernetes = pytest.importorskip("kubernetes_validate", reason="kubernetes-validate is not installed")
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    job = yaml.safe_load(sim("cluster", "kubernetes", "--shards", "4", "--cpus", "2", "--", *FLAGS))
    # Restarts of a single index came with 1.28, and are everybody's from 1.29 on.
    for version in ("1.29", kubernetes.latest_version()):
        kubernetes.validate(job, version, strict=True)
    job["spec"]["completion_mode"] = "Indexed"
    with pytest.raises(kubernetes.ValidationError):
        kubernetes.validate(job, kubernetes.latest_version(), strict=True)
