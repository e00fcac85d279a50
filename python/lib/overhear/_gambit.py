"""Games of OpenSpiel as text for Gambit."""

from __future__ import annotations

from typing import Any


def efg(game: Any) -> str:
    """A game of OpenSpiel as an extensive-form file of Gambit, node by node.

    ``pyspiel.load_efg_game`` makes a game of it that the solvers in C++ walk through a thousand times faster than one that is played in
    Python. It is for small games: every state is visited once.
    """
    players = " ".join(f'"{player}"' for player in range(game.num_players()))
    return f'EFG 2 R "{game.get_type().long_name}" {{ {players} }}\n' + "\n".join(_Writer().lines(game.new_initial_state())) + "\n"


class _Writer:
    """Numbers the information sets of each player, and outcomes, in the order in which they come up."""

    def __init__(self) -> None:
        self._sets: dict[int, dict[str, int]] = {}
        self._chances = self._outcomes = 0

    def lines(self, state: Any) -> list[str]:
        if state.is_terminal():
            self._outcomes += 1
            payoffs = " ".join(f"{value:g}" for value in state.returns())
            return [f't "" {self._outcomes} "" {{ {payoffs} }}']
        player = state.current_player()
        if state.is_chance_node():
            self._chances += 1
            outcomes = state.chance_outcomes()
            actions = " ".join(f'"{action}" {chance!r}' for action, chance in outcomes)
            line = f'c "" {self._chances} "" {{ {actions} }} 0'
            children = [action for action, _ in outcomes]
        else:
            children = state.legal_actions()
            known = self._sets.setdefault(player, {})
            number = known.setdefault(state.information_state_string(player), len(known) + 1)
            line = f'p "" {player + 1} {number} "" {{ {" ".join(map(_quoted, children))} }} 0'
        lines = [line]
        for action in children:
            lines += self.lines(state.child(action))
        return lines


def _quoted(action: int) -> str:
    return f'"{action}"'
