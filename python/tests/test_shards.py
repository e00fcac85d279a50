"""A tournament in parts, through executors whose workers die: the same bytes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import overhear
import pytest

from .conftest import Sim
from .parts import CONFIG, SHARDS, Known, files, stored, wait_until

def kill_one(parts: int, workers: Callable[[], list[int]]) -> Callable[[int, int], None]:
    """Kills a worker, once, as soon as a number of parts are there."""
    killed: list[int] = []

    def watch(done: int, of: int) -> None:
        if done >= parts and not killed:
            killed.append(workers()[0])
            os.kill(killed[0], signal.SIGKILL)

    watch.killed = killed  # type: ignore[attr-defined]
    return watch


def test_parts_in_any_order_make_the_whole(single: dict[str, bytes], tmp_path: Path) -> None:
    parts = [overhear.play_shard(CONFIG, index, 3) for index in (2, 3, 1)]
    assert files(overhear.merge(parts), tmp_path / "merged") == single
    assert max(map(len, parts)) < 30_000


def test_a_part_that_is_played_again_is_the_same_part() -> None:
    config = overhear.TournamentConfig(["nearest", "random"], pairs=40, seed=3, vocabulary=2000)
    one, other, rest = (overhear.play_shard(config, index, 2) for index in (1, 1, 2))
    first, second = (overhear.merge([part, rest]).to_dict() for part in (one, other))
    assert first == second


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (lambda part: [], "no parts"),
        (lambda part: [part(1)], "missing: shard 2/2"),
        (lambda part: [part(1), part(1)], "twice"),
        (lambda part: [part(1), part(2)[:-9]], "damaged"),
        (lambda part: [part(1), b"nothing"], "not a shard"),
        (lambda part: [part(1), part(2, seed=10)], "seed"),
    ],
)
def test_what_is_no_whole_run_is_refused(parts: Callable[..., list[bytes]], said: str) -> None:
    def part(index: int, seed: int = 9) -> bytes:
        config = overhear.TournamentConfig(["nearest", "random"], pairs=4, seed=seed, vocabulary=2000)
        return overhear.play_shard(config, index, 2)

    with pytest.raises(overhear.UsageError, match=said):
        overhear.merge(parts(part))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (dict(seed=None), "seed"),
        (dict(log="games"), "logs"),
        (dict(pairs=2), "only 2 deals to share"),
    ],
)
def test_what_has_no_parts_is_refused(more: dict[str, Any], said: str) -> None:
    asked: dict[str, Any] = {"agents": ["nearest", "random"], "pairs": 8, "seed": 1, **more}
    with pytest.raises(overhear.UsageError, match=said):
        overhear.play_shard(overhear.TournamentConfig(**asked), 1, 4)


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_a_process_pool_whose_worker_is_killed(single: dict[str, bytes], tmp_path: Path, start: str) -> None:
    pools: list[ProcessPoolExecutor] = []

    def pool() -> ProcessPoolExecutor:
        pools.append(ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(start)))
        return pools[-1]

    watch = kill_one(3, lambda: list(pools[-1]._processes))
    result = overhear.run(CONFIG, SHARDS, pool, on_progress=watch)
    assert watch.killed and len(pools) == 2, "the first pool broke"  # type: ignore[attr-defined]
    assert files(result, tmp_path / "result") == single


TEST = overhear.TournamentConfig(
    ["random/bayes", "random/bayes:salt=1"], pairs=1400, seed=14, sprt="elo0=0,elo1=20", running=37,
    vocabulary=2000,
)


@pytest.fixture(scope="module")
def tested(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Every file of a run that its sequential test ends after 800 pairs."""
    place = tmp_path_factory.mktemp("tested") / "result"
    overhear.tournament(TEST, out=place)
    return stored(place)


def test_a_sequential_test_ends_where_one_machine_does(tested: dict[str, bytes], tmp_path: Path) -> None:
    for shards in (1, 2, 5):
        with ProcessPoolExecutor(2) as pool:
            result = overhear.run(TEST, shards, pool)
        assert files(result, tmp_path / str(shards)) == tested
        assert result.manifest["sprt"]["pairs"] == 800


def test_what_is_behind_the_decision_is_cancelled(tested: dict[str, bytes], tmp_path: Path) -> None:
    store, asked = tmp_path / "store", []

    class Counting(ThreadPoolExecutor):
        def submit(self, *job: Any, **more: Any) -> Future[Any]:
            asked.append(super().submit(slowly, *job, **more))
            return asked[-1]

    def slowly(job: Callable[..., Any], *words: Any, **more: Any) -> Any:
        # The decision is seen late on a busy machine: what comes after it waits until it is seen.
        if len(list(store.glob("part-*"))) >= 8:
            wait_until(lambda: any(future.cancelled() for future in asked), "the decision is seen")
        return job(*words, **more)

    with Counting(1) as executor:
        result = overhear.run(TEST, 14, executor, storage=store)
    assert files(result, tmp_path / "result") == tested
    kept = len(list(store.glob("part-*")))
    assert 8 <= kept < 14 and any(future.cancelled() for future in asked)
    asked.clear()
    with Counting(1) as executor:
        again = overhear.run(TEST, 14, executor, storage=store)
    assert not asked, "the parts that are there decide"
    assert files(again, tmp_path / "again") == tested


def test_the_parts_before_the_decision_are_needed(tested: dict[str, bytes], tmp_path: Path) -> None:
    parts = [overhear.play_shard(TEST, index, 5) for index in (1, 2, 3)]
    assert files(overhear.merge(reversed(parts)), tmp_path / "result") == tested
    with pytest.raises(overhear.UsageError, match=r"not decided by the end of shard 2/5; missing: shard 3/5, 4/5, 5/5"):
        overhear.merge(parts[:2])


ON_RULES: dict[str, Any] = dict(agents=["random", "nearest"], games=404, seed=7, vocabulary=2000)


@pytest.mark.parametrize("shards", [1, 2, 5])
def test_experiments_on_rules_are_those_in_one_piece(shards: int, tmp_path: Path) -> None:
    axes = {"round_limit": (5, 6)}
    balance = overhear.BalanceConfig(**ON_RULES)
    sweep = overhear.SweepConfig(**ON_RULES, axes=axes, margin=1.0)
    with ProcessPoolExecutor(2) as pool:
        report = overhear.run(balance, shards, pool, storage=tmp_path / "store")
        grid = overhear.run(sweep, shards, pool)
    assert files(report, tmp_path / "report") == files(overhear.balance(**ON_RULES), tmp_path / "whole")
    single = overhear.sweep(axes, **ON_RULES, margin=1.0)
    assert files(grid, tmp_path / "grid") == files(single, tmp_path / "single")
    assert len(list((tmp_path / "store").glob("part-*"))) == shards
    with pytest.raises(overhear.UsageError, match="another run"):
        overhear.run(sweep, shards, ThreadPoolExecutor(1), storage=tmp_path / "store")


def test_experiments_on_words_are_those_in_one_piece(half_a_deck: Path, tmp_path: Path) -> None:
    for asked in ({"by": "card"}, {"deck_b": half_a_deck, "margin": 3.0}):
        more: dict[str, Any] = {**ON_RULES, **asked}
        with ThreadPoolExecutor(2) as pool:
            found = overhear.run(overhear.BalanceConfig(**more), 3, pool)
        parts, whole = (tmp_path / f"{'-'.join(asked)}-{how}" for how in ("parts", "whole"))
        assert files(found, parts) == files(overhear.balance(**more), whole)


@pytest.mark.parametrize("shards", [1, 2, 5])
def test_a_comparison_of_rules_is_that_in_one_piece(shards: int) -> None:
    sets = ("official", "official,round_limit=6")
    with ProcessPoolExecutor(2) as pool:
        found = overhear.run(overhear.CompareConfig(*sets, **ON_RULES), shards, pool)
    assert found.table.to_csv() == overhear.compare(*sets, **ON_RULES).table.to_csv()


def test_a_comparison_that_is_decided_cancels_what_is_behind(tmp_path: Path) -> None:
    sets, more = ("official", "official,round_limit=5"), {**ON_RULES, "games": 12_000}
    until: dict[str, Any] = dict(until=True, measure=["mean_rounds"])
    config = overhear.CompareConfig(*sets, **more, **until)
    with ThreadPoolExecutor(1) as executor:
        found = overhear.run(config, 24, executor, storage=tmp_path)
    assert found.problem is None and len(list(tmp_path.glob("part-*"))) < 24
    assert found.table.to_csv() == overhear.compare(*sets, **more, **until).table.to_csv()
    with pytest.raises(overhear.UsageError, match="missing: shard 1/24"):
        overhear.merge([overhear.play_shard(config, 24, 24)])


def test_parts_of_rules_and_of_games_are_told_apart() -> None:
    games = overhear.play_shard(overhear.TournamentConfig(["nearest", "random"], pairs=4, seed=7, vocabulary=2000), 1, 2)
    rules = overhear.play_shard(overhear.BalanceConfig(**ON_RULES), 2, 2)
    with pytest.raises(overhear.UsageError):
        overhear.merge([games, rules])
    with pytest.raises(overhear.UsageError, match="seed"):
        overhear.play_shard(overhear.BalanceConfig(["random"], games=10), 1, 2)


def test_a_pool_that_nobody_replaces_says_that_it_is_broken() -> None:
    with ProcessPoolExecutor(1) as pool:
        watch = kill_one(1, lambda: list(pool._processes))
        with pytest.raises(Exception, match="(?i)abruptly|pool"):
            overhear.run(CONFIG, SHARDS, pool, on_progress=watch)


def test_what_is_stored_is_not_played_again(single: dict[str, bytes], tmp_path: Path) -> None:
    store, played = tmp_path / "a" / "store", []

    class Counting(ThreadPoolExecutor):
        def submit(self, *job: Any, **more: Any) -> Future[Any]:
            played.append(job[2])
            return super().submit(*job, **more)

    def stop(done: int, of: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with Counting(1) as executor, pytest.raises(KeyboardInterrupt):
        overhear.run(CONFIG, SHARDS, executor, storage=store, on_progress=stop)
    kept = sorted(file.name for file in store.glob("part-*"))
    assert len(kept) == 4 and not list(store.glob("*.tmp"))
    played.clear()
    with Counting(2) as executor:
        result = overhear.run(CONFIG, SHARDS, executor, storage=store)
    assert len(played) == SHARDS - 4
    assert files(result, tmp_path / "result") == single
    (store / kept[0]).write_bytes(b"torn")
    with Counting(1) as executor, pytest.raises(overhear.UsageError):
        overhear.run(CONFIG, SHARDS, executor, storage=store)
    for config, shards in [(overhear.TournamentConfig(["margin", "random"], pairs=60, seed=9, vocabulary=2000), SHARDS), (CONFIG, 6)]:
        with Counting(1) as executor, pytest.raises(overhear.UsageError, match="another run"):
            overhear.run(config, shards, executor, storage=store)


def test_what_is_final_is_not_tried_again() -> None:
    tried: list[int] = []

    class Counting(ThreadPoolExecutor):
        def submit(self, *job: Any, **more: Any) -> Future[Any]:
            tried.append(1)
            return super().submit(*job, **more)

    with Counting(1) as executor, pytest.raises(overhear.UsageError, match="margn"):
        overhear.run(overhear.TournamentConfig(["margn", "random"], pairs=4, seed=1), 2, executor)
    assert len(tried) == 2


def test_what_is_final_is_so_where_an_executor_wraps_what_was_raised() -> None:
    tried: list[int] = []

    def wrapped(job: Callable[..., Any], *words: Any, **more: Any) -> Any:
        tried.append(1)
        try:
            return job(*words, **more)
        except Exception as error:
            raise RuntimeError("a job has failed") from error

    class Wrapping(ThreadPoolExecutor):
        def submit(self, *job: Any, **more: Any) -> Future[Any]:
            return super().submit(wrapped, *job, **more)

    with Wrapping(1) as executor, pytest.raises(overhear.UsageError, match="margn"):
        overhear.run(overhear.TournamentConfig(["margn", "random"], pairs=4, seed=1), 1, executor)
    assert len(tried) == 1


def test_dask_whose_worker_is_killed(single: dict[str, bytes], tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None,
        local_directory=str(tmp_path / "dask"),
    )
    with cluster, distributed.Client(cluster) as client:
        pids = client.run(os.getpid)
        watch = kill_one(3, lambda: list(pids.values()))
        executor = client.get_executor(pure=False, retries=3)
        result = overhear.run(CONFIG, SHARDS, executor, on_progress=watch)
        assert watch.killed  # type: ignore[attr-defined]
    assert files(result, tmp_path / "result") == single


@pytest.fixture(scope="module")
def ray_of_two_nodes() -> Iterator[Any]:
    """Ray on the loopback; its workers find the program."""
    ray = pytest.importorskip("ray", reason="Ray is not installed")
    with pytest.MonkeyPatch.context() as patch:
        if program := os.environ.get("OVERHEAR_SIM_CLI"):
            patch.setenv("PATH", os.pathsep.join([str(Path(program).parent), os.environ["PATH"]]))
        yield from ray_cluster(ray)


def ray_cluster(ray: Any) -> Iterator[Any]:
    """Ray with two nodes of one processor each."""
    from ray.cluster_utils import Cluster

    # Ray takes 127.0.0.1 for the machine's address in its network; its other names stay on the loopback.
    head = {"num_cpus": 1, "node_ip_address": "127.0.0.2", "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    cluster.add_node(num_cpus=1, node_ip_address="127.0.0.3")
    ray.init(address=cluster.address, _node_ip_address="127.0.0.2", log_to_driver=False)
    yield ray
    ray.shutdown()
    cluster.shutdown()


def test_ray_whose_worker_is_killed(ray_of_two_nodes: Any, single: dict[str, bytes], tmp_path: Path) -> None:
    ray = ray_of_two_nodes
    assert len([node for node in ray.nodes() if node["Alive"]]) == 2
    mine = tmp_path / "workers"
    mine.mkdir()
    over = threading.Event()
    killed: list[int] = []

    def kill() -> None:
        while not over.is_set() and not killed:
            for file in mine.iterdir():
                killed.append(int(file.name))
                os.kill(killed[0], signal.SIGKILL)
                break
            time.sleep(0.01)

    thread = threading.Thread(target=kill)
    thread.start()
    executor = overhear.ray_executor(ray, num_cpus=1)
    seen = Known(executor, mine)
    result = overhear.run(CONFIG, SHARDS, seen, retries=3)
    over.set()
    thread.join()
    assert killed
    assert files(result, tmp_path / "result") == single


@pytest.mark.parametrize(
    ("shards", "needed", "flags"),
    [
        (4, 4, "--games 600 --seed 9 --agent nearest --agent random --vocabulary 2000"),
        (14, 12, "--pairs 1400 --seed 38 --agent random/bayes --agent random/bayes:salt=1 --sprt elo0=0,elo1=20 --vocabulary 2000"),
    ],
)
def test_the_program_that_sim_cli_writes_for_ray(
    ray_of_two_nodes: Any, sim: Sim, tmp_path: Path, shards: int, needed: int, flags: str
) -> None:
    words = flags.split()
    (tmp_path / "overhear_ray.py").write_text(sim("cluster", "ray", "--shards", str(shards), "--", *words))
    told = {**os.environ, "RAY_ADDRESS": ray_of_two_nodes.get_runtime_context().gcs_address}
    command = [sys.executable, "overhear_ray.py"]
    said = subprocess.run(command, cwd=tmp_path, env=told, check=True, capture_output=True, text=True).stderr
    assert said.count(f" of {shards} parts\n") <= needed, "what is behind a decision is not waited for"
    sim("tournament", *words, "--out", str(tmp_path / "single"))
    assert stored(tmp_path / "result") == stored(tmp_path / "single")
