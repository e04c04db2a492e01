"""Walkers: learners on the real page, who use a mouse, a thumb or the keyboard and nothing else."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from html import unescape

from playwright.sync_api import Locator, Page, expect

from durak_tutor.app.course import lesson_from
from durak_tutor.engine import Card, CardSet, Move, parse_move
from durak_tutor.screen.prose import prose
from durak_tutor.texts import rank_index
from durak_tutor.tutor.feedback import Feedback
from durak_tutor.tutor.judging import right_cards
from durak_tutor.tutor.lesson import Lesson, Pick, Tell, Try
from durak_tutor.tutor.phrases import Phrase
from durak_tutor.tutor.progress import Progress
from durak_tutor.tutor.shelf import lesson_path
from durak_tutor.tutor.tasks import Given
from durak_tutor.tutor.tutor import Tutor

LESSON = "02-beating"
TAKE, HINT, NEXT, SUBMIT = (f'[data-action="{action}"]' for action in ("take", "hint", "next", "submit"))

STICKS_OUT = """() => {
  const out = ({left, right}) => left < 0 || right > innerWidth;
  const parts = document.querySelectorAll('.durak :is(button, summary, [data-role], [data-card])');
  const cut = [...parts].filter((part) => out(part.getBoundingClientRect())).map((part) => part.outerHTML.slice(0, 80));
  return document.documentElement.scrollWidth > innerWidth ? ['the page', ...cut] : cut;
}"""


def lesson() -> Lesson:
    """The lesson that is walked through."""
    return lesson_from(lesson_path(LESSON))


def shown(text: Phrase, lang: str) -> str:
    """What a phrase looks like on the page."""
    return plain(unescape(re.sub(r"<[^>]+>", "", prose(text[lang], lang))))


def plain(text: str | None) -> str:
    return " ".join((text or "").split())


class Hand(ABC):
    """A way of using a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @abstractmethod
    def press(self, selector: str) -> None:
        """Press a button."""

    @abstractmethod
    def play(self, card: Card, lang: str) -> None:
        """Play a card of the own hand."""

    def settle(self) -> None:
        """Wait until Python has answered."""
        expect(self.page.locator(".durak[data-busy]")).to_have_count(0)


class Mouse(Hand):
    def press(self, selector: str) -> None:
        self.page.click(selector)
        self.settle()

    def play(self, card: Card, lang: str) -> None:  # noqa: ARG002 - a pointer needs no letters
        self.press(f'[data-card="{card}"][data-zone="hand"]')


class Thumb(Mouse):
    def press(self, selector: str) -> None:
        self.page.tap(selector)
        self.settle()


class Keys(Hand):
    """Tab and Shift+Tab to a part of the page, arrows and letters inside the hand, Enter or Space to press."""

    def press(self, selector: str) -> None:
        self._go_to(self.page.locator(selector))
        self._type("Space" if "data-pick" in selector else "Enter")
        self.settle()

    def play(self, card: Card, lang: str) -> None:
        hand = self.page.locator(f'[data-card="{card}"][data-zone="hand"]')
        self._go_to(self.page.locator(".durak-hand"))
        for letter in [*rank_index(card.rank, lang)[0].lower() * 4, *["ArrowRight"] * 8]:
            if self._has_focus(hand):
                break
            self._type(letter)
        assert self._has_focus(hand)
        self._type("Enter")
        self.settle()

    def _go_to(self, target: Locator) -> None:
        expect(target).to_have_count(1)
        for _ in range(80):
            if target.evaluate("node => node.contains(document.activeElement)"):
                return
            behind = target.evaluate(
                "node => document.activeElement.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING"
            )
            self._type("Tab" if behind else "Shift+Tab")
        raise AssertionError(f"Tab does not lead to {target}")

    def _has_focus(self, target: Locator) -> bool:
        focused: bool = target.evaluate("node => node === document.activeElement")
        return focused

    def _type(self, key: str) -> None:
        if key.isascii():
            self.page.keyboard.press(key)
        else:  # Playwright knows no Russian keyboard
            self.page.context.new_cdp_session(self.page).send("Input.dispatchKeyEvent", {"type": "keyDown", "key": key})
        assert self.page.evaluate("document.activeElement !== document.body"), f"{key} dropped the focus"


class Walker:
    """A learner in a lesson on the page, who compares each answer of the page with that of the tutor package."""

    def __init__(self, hand: Hand, lang: str, step: str | None = None) -> None:
        self.hand, self.page, self.lang = hand, hand.page, lang
        self.tutor = Tutor(lesson(), Progress(None), "walker", step)

    # --- what to do, from the lesson file -----------------------------------------------------------------------------

    def solution(self) -> Given:
        return self._given(self.tutor.visit.task.solution())

    def wrong_tries(self) -> list[Given]:
        """Two wrong tries, of those that the lesson foresees where it can."""
        step, task = self.tutor.step, self.tutor.visit.task
        if isinstance(step, Try):
            return [*step.refuse, *step.feedback][:2]
        if isinstance(step, Pick):
            right = right_cards(step, task.game)
            marks = [right ^ CardSet.of([card]) for card in task.cards]
            return [mark for mark in marks if mark][:2]
        wrong = [choice.value for choice in task.choices if choice.value != task.solution()]
        return [wrong[0], wrong[-1]] if wrong else []

    def _given(self, notation: str) -> Given:
        if isinstance(self.tutor.step, Try):
            return parse_move(notation)
        return CardSet.parse(notation) if isinstance(self.tutor.step, Pick) else notation

    # --- doing it, on the page and with the tutor at once -------------------------------------------------------------

    def give(self, given: Given) -> Feedback:
        """Do it on the page; the page must answer as the tutor does."""
        if isinstance(given, Move):
            self._move(given)
        else:
            self._answer(given)
        feedback = self.tutor.attempt(given)
        self.expect_answer(feedback)
        return feedback

    def _move(self, move: Move) -> None:
        if move.card:
            self.hand.play(move.card, self.lang)
        else:
            self.hand.press(f'[data-action="{move}"]')

    def _answer(self, given: Given) -> None:
        if isinstance(given, CardSet):
            for card in given ^ self.tutor.visit.marked:
                self.hand.press(f'[data-pick="{card}"]')
                self.tutor.visit.mark(card)
        else:
            self.hand.press(f'[data-option="{given}"]')
        self.hand.press(SUBMIT)

    def next(self) -> None:
        self.hand.press(NEXT)
        self.tutor.next()

    # --- what must be seen --------------------------------------------------------------------------------------------

    def expect_step(self) -> None:
        """The page shows the step that is open, in the language."""
        tutor = self.tutor
        root = self.page.locator(f'.durak[data-lesson="{LESSON}"][data-step-id="{tutor.step.id}"][lang="{self.lang}"]')
        expect(root).to_have_count(1)
        progress = self.page.locator('[data-role="progress"]')
        expect(progress).to_have_attribute("data-step", str(tutor.number))
        expect(progress).to_have_attribute("data-steps", str(len(tutor.lesson.steps)))
        assert self.text('[data-role="text"]') == shown(tutor.step.text, self.lang)
        self.expect_nothing_sticks_out()

    def expect_answer(self, feedback: Feedback) -> None:
        on_the_table = isinstance(self.tutor.step, Try) and not feedback.done
        where = '[data-role="notice"] > span' if on_the_table else '[data-role="feedback"]'
        assert self.text(where) == shown(feedback.say, self.lang)
        if feedback.hint:
            self.expect_hint()

    def expect_hint(self) -> None:
        hint = self.tutor.visit.hint
        assert hint
        assert self.text('[data-role="hint"] .durak-prose') == shown(hint.text, self.lang)

    def expect_nothing_sticks_out(self) -> None:
        """No sideways scrolling, and nothing cut off at the sides."""
        assert self.page.evaluate(STICKS_OUT) == []

    def text(self, selector: str) -> str:
        return plain(self.page.locator(selector).text_content())

    def table(self) -> object:
        """What lies where, on the page."""
        return self.page.evaluate(
            """() => [...document.querySelectorAll('.durak-table [data-card], .durak-table [data-seat]')]
            .map(({dataset: {card, zone, seat}, textContent}) => [card, zone, seat, seat && textContent])"""
        )

    # --- the whole way ------------------------------------------------------------------------------------------------

    def take(self, wrong: int) -> None:
        """Take the step that is open: some wrong tries, which change nothing on the table, then the right one."""
        self.expect_step()
        if isinstance(self.tutor.step, Tell):
            return
        for given in self.wrong_tries()[:wrong]:
            before = self.table()
            assert not self.give(given).done
            assert self.table() == before
        if wrong == 2:
            self.expect_hint()
        assert self.give(self.solution()).done

    def walk(self, wrong: int = 0) -> None:
        """To the end of the lesson."""
        while not self.tutor.is_last:
            self.take(wrong)
            self.next()
        self.take(wrong)
