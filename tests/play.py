"""Random play for tests: house rules, seats and games drawn by Hypothesis, moves by a `Random` of their own."""

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from durak_tutor.engine import FIELDS, Game, HouseRules

NAMES = ("Ann", "Ben", "Cem", "Dora", "Emil", "You")


@st.composite
def house_rules(draw: st.DrawFn) -> HouseRules:
    """Any house rules that make sense, every field drawn from all its values."""
    changes = {name: draw(st.sampled_from(info.values), label=name) for name, info in FIELDS.items()}
    changes["stalemate_bouts"] = draw(st.integers(2, 12))  # games that go round for ever end soon enough
    changes["max_players"] = 6
    if not changes["transfers"]:
        changes |= {"transfer_by_showing": False, "first_bout_transfers": True}
    if changes["first_attack_limit"] is not None:
        changes["first_attack_limit"] = min(changes["first_attack_limit"], changes["attack_limit"])
    return HouseRules(**changes)


@st.composite
def tables(draw: st.DrawFn) -> tuple[HouseRules, tuple[str, ...], int]:
    """Rules, seats and a seed that make a deal."""
    rules = draw(house_rules())
    most = min(6, rules.deck // rules.hand_size)
    return rules, NAMES[: draw(st.integers(2, most))], draw(st.integers(0, 2**32))


def deal(rules: HouseRules, seats: tuple[str, ...], seed: int) -> Game:
    return Game.deal(rules, seats, seed=seed)


def random_moves(game: Game, seed: int, *, most: int = 2000) -> Iterator[Game]:
    """Play to the end by chance, any actor moving next; yield the game before every move and at its end."""
    chance = random.Random(seed)
    for _ in range(most):
        yield game
        if game.over:
            return
        seat = chance.choice(game.actors())
        game.play(chance.choice(game.legal_moves(seat)), seat)
    raise AssertionError(f"no end after {most} moves: {game}")
