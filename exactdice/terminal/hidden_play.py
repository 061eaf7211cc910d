"""Playing a game in which the players do not see everything: the person is told what it knows, and
the whole state when play is over.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar

from ..game import Game, Player, State
from ..hidden.information import NOTHING, Informed, Knowledge, Situation
from ..optional import field_texts, text_of
from .in_words import action_text
from .play import Advice, Ask, Say, Table, Turn


@dataclass(frozen=True)
class HiddenTable(Table):
    """Where the person sits in such a game; its states are those of the informed game."""

    game: Informed
    sees_all: ClassVar[bool] = False

    @property
    def rules(self) -> Game:
        """The game by its own rules."""
        return self.game.game

    def text(self, state: Situation) -> str:
        """What the person knows; when play is over, all there is to see."""
        if self.game.payoff(state) is None:
            return known_text(self.game.knowledge[self.player], state.known[self.player])
        text = text_of(self.rules, state.state)
        return f"all is seen now:\n{text}" if "\n" in text else f"all is seen now: {text}"

    def say_start(self) -> None:
        """Say what the person knows where play begins."""
        self._say_news(None, self.game.start)

    def say_move(self, turn: Turn, after: State) -> None:
        """Say what the person knows now, where it learned something."""
        self._say_news(turn.state, after)

    def _say_news(self, before: Situation | None, after: Situation) -> None:
        known = NOTHING if before is None else before.known[self.player]
        now = after.known[self.player]
        # Of what the person just did it need not be told.
        learned = now != known and not self.game.knowledge[self.player].acted[now]
        if learned or self.game.payoff(after) is not None:
            self.say_text(self.text(after))


def known_text(knowledge: Knowledge, place: int) -> str:
    """What is known at the place: `you saw 2, played check, saw bet`, or `you saw prize 2 and lead
    1`.
    """
    parts = []
    while place != NOTHING:
        latest = knowledge.latest[place]
        acted = knowledge.acted[place]
        parts.append(f"played {action_text(latest)}" if acted else f"saw {seen_text(latest)}")
        place = knowledge.before[place]
    return f"you {', '.join(reversed(parts))}" if parts else "you know nothing yet"


def seen_text(seen: Hashable) -> str:
    """What is observed: the fields of a NamedTuple by name, else its parts."""
    # As a game words the fields of its states, it words those of what is seen.
    return " and ".join(field_texts(seen)) or action_text(seen)


def table_for(
    game: Game, player: Player, ask: Ask, say: Say, advice: Advice | None, *, shows_law: bool
) -> Table:
    """Where the person sits in this game."""
    if isinstance(game, Informed):
        return HiddenTable(game, player, ask, say, advice, shows_law=shows_law)
    return Table(game, player, ask, say, advice, shows_law=shows_law)
