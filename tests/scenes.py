"""Screens as the page receives them, built by hand from card names: what the browser tests draw."""

from typing import Any

RANKS = {"J": (11, "jack"), "Q": (12, "queen"), "K": (13, "king"), "A": (14, "ace")}
SUITS = {"S": ("♠", "spades"), "C": ("♣", "clubs"), "D": ("♦", "diamonds"), "H": ("♥", "hearts")}
JUMP = {rank: [rank.lower()] for rank in ("6", "7", "8", "9", "10", "J", "Q", "K", "A")}


def card(name: str, **more: Any) -> dict[str, Any]:
    index, suit = name[:-1], name[-1]
    value, word = RANKS.get(index) or (int(index), index)
    said = f"{word} of {SUITS[suit][1]}"
    drawn = {"id": name, "rank": value, "suit": suit, "index": index, "name": said, "marked": False, "dimmed": False}
    return {**drawn, "pick": None, **more}


def cards(names: str, **more: Any) -> list[dict[str, Any]]:
    return [card(name, **more) for name in names.split()]


def sign(name: str) -> str:
    suit, word = SUITS[name[-1]]
    label = card(name)["name"] if name[:-1] else word
    return f'<span class="durak-sign" data-suit="{name[-1]}" role="img" aria-label="{label}">{name[:-1]}{suit}</span>'


def pair(attack: str, defence: str | None = None, **more: Any) -> dict[str, Any]:
    label = card(attack)["name"] + (f", beaten by {card(defence)['name']}" if defence else ", not beaten")
    return {"attack": card(attack, **more), "defence": card(defence, **more) if defence else None, "label": label}


def seat(name: str, count: int, **more: Any) -> dict[str, Any]:
    role = more.get("role", "")
    roles = dict.fromkeys(("attacks", "defends", "turn", "taking", "passed", "out"), False)
    said = {"id": name, "name": name, "count": count, "role": role, "label": f"{name} {role}, {count} cards"}
    return {**said, **roles, "cards": None, **more}


TAKE = {"action": "take", "text": "Take", "strong": True}
DONE = {"action": "pass", "text": "Done", "strong": False}
UNDO = {"action": "undo", "text": "Undo", "strong": False}
TALON = {
    "count": 12,
    "turned": card("7D"),
    "label": "Talon, 12 cards; under it the 7 of diamonds, trump",
}


def beat(attack: str) -> dict[str, str]:
    return {"for": "beat", "attack": attack, "text": "beat", "label": f"Beat the {card(attack)['name']} here"}


def scene(**more: Any) -> dict[str, Any]:
    """One open attack against a hand of six, unless told otherwise."""
    drawn = {
        "lang": "en",
        "deck4": False,
        "you": "You",
        "seats": [seat("Ben", 5), seat("Ann", 4, attacks=True, turn=False, role="attacks")],
        "self": seat("You", 6, defends=True, turn=True, role="beat or take"),
        "trump": {"suit": "D", "label": "Trump: diamonds"},
        "talon": TALON,
        "discard": {"count": 8, "label": "Discard pile, 8 cards", "text": "beaten 8"},
        "pairs": [pair("9C", "QC"), pair("QS")],
        "hand": cards("9S JS KC 8H 6D AD"),
        "hand_label": "Your hand, 6 cards",
        "table_label": "On the table",
        "places": [beat("QS")],
        "buttons": [TAKE, DONE, UNDO],
        "prompt": {"html": f"Ann attacks with {sign('QS')}. Beat it or take."},
        "notice": None,
        "chooser": None,
        "jump": JUMP,
        "events": [],
    }
    return {**drawn, **more}


SIX = [pair(*names.split()) for names in ("9C QC", "QS KS", "9H 10H", "10S 6D", "QD AD", "KH")]
REFUSED = {
    "html": f"<strong>{sign('KC')} does not beat {sign('QS')}:</strong> another suit, and not a trump ({sign('D')}).",
    "tone": "bad",
    "why": {
        "button": "Why?",
        "html": "<p>A plain card falls to a higher card of its suit or to any trump.</p>",
        "open": False,
    },
}
CHOOSER = {
    "card": "8H",
    "label": "What with the 8 of hearts?",
    "choices": [
        {"choice": "beat", "attack": "8C", "text": "Beat the 8 of clubs"},
        {"choice": "transfer", "text": "Pass on"},
    ],
    "close": "Cancel",
}

SCENES = {
    "opening": scene(
        seats=[seat("Ben", 6), seat("Ann", 6, defends=True, role="defends")],
        self=seat("You", 6, attacks=True, turn=True, role="attack"),
        discard={"count": 0, "label": "Discard pile, empty", "text": ""},
        pairs=[],
        places=[{"for": "attack", "text": "attack", "label": "Attack here"}],
        prompt={"html": "You begin. Attack Ann with any card."},
    ),
    "attacked": scene(),
    "refused": scene(notice=REFUSED),
    "six pairs": scene(
        pairs=SIX, places=[beat("KH")], prompt={"html": f"Ann attacks with {sign('KH')}. Beat it or take."}
    ),
    "taking": scene(
        seats=[seat("Ben", 5, turn=True, role="may throw in"), seat("Ann", 4, taking=True, defends=True, role="takes")],
        self=seat("You", 6, attacks=True, passed=True, role="done"),
        pairs=[pair("9C", "QC"), pair("QS"), pair("9D")],
        places=[],
        talon={**TALON, "count": 1},
        prompt={"html": "Ann takes. Ben may still throw in."},
    ),
    "picking": scene(
        hand=[
            card(name, pick=name in ("6D", "AD"), marked=name == "9S", dimmed=name == "8H")
            for name in ("9S", "JS", "KC", "8H", "6D", "AD")
        ],
        places=[],
        prompt={"html": f"Mark every card that beats {sign('QS')}."},
    ),
    "choosing": scene(
        pairs=[pair("8C")],
        places=[beat("8C"), {"for": "transfer", "text": "pass on", "label": "Pass the attack on here"}],
        chooser=CHOOSER,
        prompt={"html": f"Ann attacks with {sign('8C')}. Beat it, pass it on or take."},
    ),
    "over": scene(
        seats=[seat("Ben", 0, out=True, role="out"), seat("Ann", 3, role="fool", cards=cards("6S 10H KD"))],
        self=seat("You", 0, out=True, role="out"),
        hand=[],
        hand_label="Your hand, empty",
        pairs=[],
        places=[],
        buttons=[],
        talon=None,
        discard={"count": 33, "label": "Discard pile, 33 cards", "text": "beaten 33"},
        prompt={"html": "The game is over. Ann is the fool."},
        notice={"html": "You got rid of all your cards.", "tone": "good", "why": None},
    ),
    "twenty": scene(
        hand=cards("6S 7S 9S 10S JS KS 6C 8C 9C KC AC 7H 8H 9H JH AH 6D 8D QD AD"),
        hand_label="Your hand, 20 cards",
        self=seat("You", 20, defends=True, turn=True, role="beat or take"),
    ),
}


def lesson(name: str, *, step: int = 4, notices: tuple[dict[str, Any], ...] = (), revision: int = 1) -> dict[str, Any]:
    """The lesson screen around one of the scenes."""
    return {
        "type": "screen",
        "revision": revision,
        "place": "lesson",
        "lang": "en",
        "title": "Beating a card – Durak",
        "address": f"?lesson=02-beating&step={name}",
        "data": {"lesson": "02-beating", "step-id": name.replace(" ", "-")},
        "focus": "text",
        "strings": {},
        "blocks": [
            {
                "kind": "group",
                "id": "bar",
                "area": "bar",
                "blocks": [
                    {"kind": "button", "id": "home", "action": "home", "text": "Durak Tutor"},
                    {
                        "kind": "choice",
                        "id": "language",
                        "as": "languages",
                        "label": "Language",
                        "options": [
                            {"value": lang, "text": lang.upper(), "lang": lang, "pressed": lang == "en"}
                            for lang in ("en", "de", "ru")
                        ],
                    },
                ],
            },
            {
                "kind": "group",
                "id": "felt",
                "area": "table",
                "blocks": [{"kind": "table", "id": "table", "scene": SCENES[name]}],
            },
            {
                "kind": "group",
                "id": "side",
                "area": "side",
                "label": "Lesson",
                "blocks": [*_side(step), *notices, _buttons()],
            },
        ],
    }


def _side(step: int) -> list[dict[str, Any]]:
    source = "<p><small>Source: a German guide.</small></p>"
    rule = "A plain card falls to a higher card of its suit or to any trump. Equal is not higher. You need not beat."
    return [
        {
            "kind": "progress",
            "id": "progress",
            "step": step,
            "steps": 10,
            "text": f"Step {step} of 10",
            "done": [place < step - 1 for place in range(10)],
        },
        {"kind": "heading", "id": "title", "level": 1, "text": "2 · Beating a card"},
        {
            "kind": "prose",
            "id": "text",
            "role": "text",
            "html": "<p>Every attack card needs its own answer: a higher card of the same suit, or a trump. "
            f"Trumps are beaten only by higher trumps: {sign('QD')} falls to {sign('AD')}.</p>",
        },
        {
            "kind": "details",
            "id": "rule",
            "role": "rule",
            "summary": "The rule",
            "open": True,
            "blocks": [{"kind": "prose", "id": "rule-text", "html": f"<p>{rule}</p>{source}"}],
        },
        {
            "kind": "group",
            "id": "hint",
            "role": "hint",
            "look": "box",
            "label": "Hint",
            "blocks": [
                {"kind": "heading", "id": "hint-title", "level": 2, "text": "Hint"},
                {"kind": "prose", "id": "hint-text", "html": "<p>Look at the suit you hold most of.</p>"},
                {
                    "kind": "group",
                    "id": "helps",
                    "look": "row",
                    "blocks": [
                        {"kind": "button", "id": "more", "action": "hint", "text": "More help"},
                        {"kind": "button", "id": "solve", "action": "solution", "text": "Show me"},
                    ],
                },
            ],
        },
    ]


def _buttons() -> dict[str, Any]:
    back = {"kind": "button", "id": "back", "action": "back", "text": "Back"}
    onward = {"kind": "button", "id": "next", "action": "next", "text": "Next", "strong": True}
    return {"kind": "group", "id": "steps", "look": "row", "blocks": [back, onward]}
