"""Calls that are made again only if what they were given, or a file that they read, has changed."""

import os
import sys


class Calls:
    """The calls of an audit, in their order, with their answers; the first audit makes all of them.

    An answer depends on arguments and files alone. The trial of spoilt cells takes a third of the time that all calls would.
    """

    def __init__(self):
        self._known = []
        self._files = set()
        self._later = None
        self._spoilt = set()
        sys.addaudithook(self._note)

    def _note(self, event, arguments):
        if event == "open" and isinstance(arguments[0], str):
            self._files.add(os.path.abspath(arguments[0]))

    def again(self, spoilt):
        """Begins another audit of the same files, of which some are spoilt."""
        self._later = iter(self._known)
        self._spoilt = {os.path.abspath(path) for path in spoilt}

    def __call__(self, checks, function, *arguments):
        """Returns the answer of a function, which is given `checks` as well unless that is None."""
        given = arguments if checks is None else (checks, *arguments)
        if self._later is None:
            self._files = set()
            answer = function(*given)
            self._known.append((arguments, self._files, answer))
            return answer
        known, files, answer = next(self._later)
        if files & self._spoilt or arguments != known:
            return function(*given)
        return answer
