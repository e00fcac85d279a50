"""Plays @SHARDS@ parts on a cluster of Ray, and merges them into the directory `result`; a comparison of rules is printed.

Run it where the cluster can be reached: ``python3 overhear_ray.py``. It needs the package ``ray`` here, and the same
``sim-cli`` in the path of every node. Parts come back as bytes: no disk is shared.
"""

import pathlib
import subprocess
import sys
import tempfile

import ray

SHARDS = @SHARDS@
CPUS = @CPUS@
COMMAND = [@COMMAND@]
FLAGS = [@FLAGS@]
# Whether the first parts may decide; those behind them are not needed then.
DECIDES = @DECIDES@


@ray.remote(num_cpus=CPUS, max_retries=3)
def play(index):
    """The files of a part, by their names."""
    with tempfile.TemporaryDirectory() as place:
        part = pathlib.Path(place, "part")
        command = ["sim-cli", *COMMAND, *FLAGS, "--shard", f"{index}/{SHARDS}", "--out", str(part)]
        done = subprocess.run([*command, "--threads", str(CPUS), "--progress", "none"], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return {file.name: file.read_bytes() for file in part.iterdir() if file.is_file()}


def merge(parts, **more):
    """What it says when parts are merged."""
    return subprocess.run(["sim-cli", "merge", *parts@OUT@], **more)


def main():
    """Plays, and merges."""
    ray.init(address="auto")
    waiting = {play.remote(index): index for index in range(1, SHARDS + 1)}
    with tempfile.TemporaryDirectory() as place:
        parts, first = {}, []
        while waiting:
            (reference,), _ = ray.wait(list(waiting))
            index = waiting.pop(reference)
            part = pathlib.Path(place, str(index))
            part.mkdir()
            for name, content in ray.get(reference).items():
                (part / name).write_bytes(content)
            parts[index] = str(part)
            print(f"{len(parts)} of {SHARDS} parts", file=sys.stderr)
            seen = len(first)
            while len(first) + 1 in parts:
                first.append(parts[len(first) + 1])
            if DECIDES and seen < len(first) < SHARDS:
                told = merge(first, capture_output=True)
                if told.returncode == 0:
                    for reference in waiting:
                        ray.cancel(reference)
                    sys.stdout.buffer.write(told.stdout)
                    sys.stderr.buffer.write(told.stderr)
                    return
        sys.exit(merge(parts.values()).returncode)


if __name__ == "__main__":
    main()
