"""House rules: what may be agreed before a deal, with the range, the meaning and the source of each field."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

Value = int | bool | str | None


class RulesError(ValueError):
    """A house rule that makes no sense. `field`, `value` and `allowed` say which, what, and what would do."""

    def __init__(self, name: str, value: object, allowed: str) -> None:
        super().__init__(f"{name} = {value!r} is not possible; {allowed}")
        self.field, self.value, self.allowed = name, value, allowed


class Note(NamedTuple):
    """A setting that is legal but idle under these rules: its field, and a code for the reason."""

    field: str
    reason: str


@dataclass(frozen=True)
class FieldInfo:
    """What is known of one field of HouseRules; forms, documents and validation are made from it."""

    meaning: str
    values: tuple[Value, ...]
    """Every value in the order in which a form offers them, the default first."""
    sources: Mapping[Value, str]
    """Who plays so: `guide`, `app`, `custom` or `ours`, by value; a value that is missing here is `custom`."""

    @property
    def allowed(self) -> str:
        """The values in words, for a message."""
        numbers = [value for value in self.values if type(value) is int]
        if len(numbers) > 5:
            also = [repr(value) for value in self.values if type(value) is not int]
            return "allowed are " + " and ".join([*also, f"{min(numbers)} to {max(numbers)}"])
        return "allowed are " + ", ".join(map(repr, self.values))

    def check(self, name: str, value: object) -> None:
        """Raise RulesError unless `value` is one of the values, of the very type: True is not 1."""
        if not any(value == known and type(value) is type(known) for known in self.values):
            raise RulesError(name, value, self.allowed)


def _rule(meaning: str, values: tuple[Value, ...], **sources: str) -> Any:
    by_value = {value: sources[str(value)] for value in values if str(value) in sources}
    return field(default=values[0], metadata={"info": FieldInfo(meaning, values, by_value)})


def _from(first: int, low: int, high: int) -> tuple[int, ...]:
    return (first, *(number for number in range(low, high + 1) if number != first))


@dataclass(frozen=True, init=False)
class HouseRules:
    """What the players have agreed on; `HouseRules(**changes)` starts from `podkidnoy`.

    Raises RulesError for an unknown field, a value out of range or of another type, and a senseless combination.

    >>> HouseRules(transfers=True).changes()
    {'transfers': True}
    """

    deck: int = _rule("cards in the deck", (36, 24, 32, 52), **{"36": "guide"})
    hand_size: int = _rule("cards dealt to each, and drawn up to", _from(6, 4, 8), **{"6": "guide"})
    max_players: int = _rule("most players at the table", _from(6, 2, 6), **{"4": "app"})
    attack_limit: int = _rule("most attacks in one bout", _from(6, 1, 12), **{"6": "guide"})
    first_attack_limit: int | None = _rule(
        "most attacks in the first bout; None: as in any bout", (None, *range(1, 13)), **{"5": "guide"}
    )
    first_limit_until: str = _rule(
        "how long the first limit holds: for one bout, or until cards are discarded", ("bout", "discard"), bout="ours"
    )
    opening: str = _rule("may the opener lay several cards of one rank", ("single", "same_rank"), single="guide")
    throwers: str = _rule("who may throw in", ("all", "neighbours", "attacker"), all="guide", neighbours="app")
    throw_in_order: str = _rule("who is asked when", ("attacker_first", "free"), attacker_first="guide")
    throw_in_timing: str = _rule(
        "throw in when all is beaten, or at any time", ("when_beaten", "anytime"), when_beaten="ours", anytime="app"
    )
    passing: str = _rule("is who has passed asked again after a new card", ("reset", "final"), reset="ours")
    throw_in_after_take: bool = _rule("may cards be added after giving up", (True, False), **{"True": "guide"})
    transfers: bool = _rule("may an attack be passed on", (False, True), **{"False": "guide", "True": "app"})
    first_bout_transfers: bool = _rule("may the first attack of a deal be passed on", (True, False), **{"True": "ours"})
    transfer_by_showing: bool = _rule("may a trump be shown to pass on", (False, True), **{"False": "app"})
    first_to_draw: str = _rule("who draws first after a transfer", ("attacker", "opener"), attacker="ours")
    no_trump_start: str = _rule(
        "who begins when nobody was dealt a trump", ("redeal", "lowest_card", "lot"), redeal="guide"
    )
    next_deal_start: str = _rule(
        "who begins the next deal", ("left_of_fool", "attack_the_fool", "lowest_trump"), left_of_fool="guide"
    )
    tie: str = _rule("who loses when nobody is left with cards", ("draw", "last_defender"), draw="guide")
    stalemate_bouts: int = _rule(
        "bouts in a row without discard and draw that make a draw", _from(60, 2, 500), **{"60": "ours"}
    )

    def __init__(self, **changes: Value) -> None:
        for name, info in FIELDS.items():
            object.__setattr__(self, name, changes.pop(name, info.values[0]))
        for name, value in changes.items():
            raise RulesError(name, value, f"the fields are {', '.join(FIELDS)}")
        for name, info in FIELDS.items():
            info.check(name, getattr(self, name))
        self._check_combinations()

    def _check_combinations(self) -> None:
        if self.first_attack_limit is not None and self.first_attack_limit > self.attack_limit:
            raise RulesError(
                "first_attack_limit", self.first_attack_limit, f"at most attack_limit = {self.attack_limit}"
            )
        for name, idle in (("transfer_by_showing", False), ("first_bout_transfers", True)):
            if not self.transfers and getattr(self, name) != idle:
                raise RulesError(name, not idle, f"without transfers only {idle!r} is allowed")

    @property
    def first_limit(self) -> int:
        """The most attacks in the first bout."""
        return self.attack_limit if self.first_attack_limit is None else self.first_attack_limit

    def changes(self) -> dict[str, Value]:
        """The fields that differ from `podkidnoy`."""
        return {name: getattr(self, name) for name in FIELDS if getattr(self, name) != FIELDS[name].values[0]}

    def replace(self, **changes: Value) -> HouseRules:
        """These rules with some fields changed. Raises RulesError as the constructor does."""
        return HouseRules(**{**self.changes(), **changes})

    def check_players(self, players: int) -> None:
        """Raise RulesError unless so many players can sit down under these rules."""
        if not 2 <= players <= self.max_players:
            raise RulesError("players", players, f"allowed are 2 to max_players = {self.max_players}")
        if players * self.hand_size > self.deck:
            most = self.deck // self.hand_size
            raise RulesError("players", players, f"{self.deck} cards make at most {most} hands of {self.hand_size}")

    def notes(self, players: int) -> list[Note]:
        """The settings that change nothing with these rules and so many players."""
        idle = (
            ("throwers", self.throwers == "neighbours" and players <= 3, "all_are_neighbours"),
            ("throwers", self.throwers == "attacker" and players == 2, "only_the_attacker_is_left"),
            ("throw_in_order", self.throw_in_order == "free" and players == 2, "only_the_attacker_is_left"),
            (
                "throw_in_order",
                self.throw_in_order == "free" and self.throwers == "attacker",
                "only_the_attacker_is_left",
            ),
            ("opening", self.opening == "same_rank" and self.throw_in_timing == "anytime", "anytime_allows_it_anyway"),
            (
                "first_limit_until",
                self.first_limit_until == "discard" and self.first_limit == self.attack_limit,
                "same_limit",
            ),
            ("first_to_draw", self.first_to_draw == "opener" and not self.transfers, "no_transfers"),
            ("next_deal_start", self.next_deal_start == "attack_the_fool" and players == 2, "left_is_right"),
        )
        return [Note(name, reason) for name, is_idle, reason in idle if is_idle]


FIELDS: Final[dict[str, FieldInfo]] = {each.name: each.metadata["info"] for each in dataclasses.fields(HouseRules)}


class Origin(NamedTuple):
    """Where a preset comes from (a source key), and the fields that this source leaves open."""

    source: str
    left_open: tuple[str, ...]


PRESETS: Final[dict[str, HouseRules]] = {
    "podkidnoy": HouseRules(),
    "perevodnoy": HouseRules(transfers=True),
    "advanced_standard": HouseRules(throwers="neighbours", throw_in_timing="anytime", max_players=4),
    "advanced_schiebe": HouseRules(throwers="neighbours", throw_in_timing="anytime", max_players=4, transfers=True),
    "durak_app": HouseRules(opening="same_rank", first_attack_limit=5, first_limit_until="bout"),
    "strict_first_five": HouseRules(first_attack_limit=5, first_limit_until="discard"),
}

_GUIDE_OPEN: Final = ("throw_in_timing", "passing", "next_deal_start", "max_players", "deck")
_APP_OPEN: Final = (
    "no_trump_start", "next_deal_start", "first_attack_limit", "throw_in_order", "throw_in_timing", "passing",
    "throw_in_after_take", "first_to_draw", "tie",
)  # fmt: skip
ORIGINS: Final[dict[str, Origin]] = {
    "podkidnoy": Origin("guide", _GUIDE_OPEN),
    "perevodnoy": Origin("custom", (*_GUIDE_OPEN, "first_to_draw")),
    "advanced_standard": Origin("app", _APP_OPEN),
    "advanced_schiebe": Origin("app", _APP_OPEN),
    "durak_app": Origin("custom", ()),
    "strict_first_five": Origin("custom", ()),
}
