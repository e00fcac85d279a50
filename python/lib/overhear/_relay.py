"""A process between a run and a bot that plays in Python: it copies lines, from a run's pipes to the Python process and back.

The program starts it as it starts any bot. `_bot_server.py` has the other end. Only the standard library is imported, so that it starts quickly.
"""

from __future__ import annotations

import os
import sys
import threading
from multiprocessing.connection import Client, Connection

ADDRESS, KEY = "OVERHEAR_BOT_ADDRESS", "OVERHEAR_BOT_KEY"
"""Variables of the environment that say where the Python process listens, and with which key."""


def _copy_answers(connection: Connection) -> None:
    """Writes what the bot answers, until it ends."""
    try:
        while True:
            sys.stdout.buffer.write(connection.recv_bytes())
            sys.stdout.buffer.flush()
    except (EOFError, OSError):
        os._exit(0)


def main(name: str) -> None:
    """Connects to the process in which the bot of this name plays, and copies lines."""
    if ADDRESS not in os.environ:
        raise SystemExit(f"`{name}` plays in a Python process that is not there any more; give it to the function again (agents=)")
    with Client(os.environ[ADDRESS], authkey=bytes.fromhex(os.environ[KEY])) as connection:
        connection.send_bytes(name.encode())
        threading.Thread(target=_copy_answers, args=(connection,), daemon=True).start()
        for line in sys.stdin.buffer:
            connection.send_bytes(line)


if __name__ == "__main__":
    main(sys.argv[1])
