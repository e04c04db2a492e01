"""The place where a lesson is taken: the tutor's answers become blocks, the learner's gestures become attempts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from ..engine import Card, CardSet, Event, Game
from ..screen import blocks
from ..screen.blocks import Block, Screen
from ..screen.prose import prose
from ..screen.session import Gesture, Malformed
from ..screen.table_reader import TableReader
from ..table.scene import Look, Notice, scene
from ..table.signs import sentence
from ..texts import LANGS, card_token, label, told
from ..tutor.feedback import Feedback
from ..tutor.goals import LEARNER
from ..tutor.phrases import Phrase, phrase
from ..tutor.tutor import Tutor

NO_PHRASE: Final[Phrase] = phrase(lambda _lang: "")


class LessonPlace:
    """A lesson on screen. `lang` may change at any moment: everything is kept in all languages."""

    def __init__(self, tutor: Tutor) -> None:
        self.tutor = tutor
        self._chosen = ""
        """The answer that is chosen but not yet given."""
        self._reader = TableReader()
        self._said: tuple[Phrase, str, Phrase] | None = None
        """The table's last answer, its tone, and the rule behind it."""
        self._numbers = 0
        self._events: Sequence[Event] = ()
        self._open()

    # --- gestures -------------------------------------------------------------------------------------------------

    def do(self, gesture: Gesture) -> None:
        """Carry out a gesture on a block of this place. Raises Malformed or ValueError for what makes no sense."""
        if gesture.block == "table":
            self._on_table(gesture)
        elif gesture.kind == "press" and gesture.block in self._pressable():
            self._buttons()[gesture.block](gesture)
        elif gesture.kind == "choose" and gesture.block == "answer" and gesture.word("value") in self._choosable():
            self._chosen = gesture.word("value")
        elif gesture.kind == "number" and gesture.block == "number" and self._is_asked_for("number"):
            self._submit(gesture)
        else:
            raise Malformed(f"{gesture.kind} on {gesture.block}")

    def go(self, step: str) -> None:
        """Go to a step of this lesson; what is open already, or unknown, changes nothing."""
        if self.tutor.go(step):
            self._open()

    def settle(self) -> None:
        """What moved has moved."""
        self._events = ()

    def _is_asked_for(self, kind: str) -> bool:
        visit = self.tutor.visit
        return visit.task.asks == kind and not visit.solved

    def _pressable(self) -> set[str]:
        """The buttons that stand on the screen now."""
        shown = [*self._task_buttons(LANGS[0]), *self._way_buttons(LANGS[0])]
        return {button["id"] for button in shown if not button.get("disabled")}

    def _choosable(self) -> set[str]:
        return {choice.value for choice in self.tutor.visit.task.choices} if self._is_asked_for("choice") else set()

    def _buttons(self) -> dict[str, Callable[[Gesture], None]]:
        return {
            "next": lambda _: self._moved(self.tutor.next),
            "back": lambda _: self._moved(self.tutor.back),
            "again": lambda _: self._moved(lambda: self.tutor.go(self.tutor.lesson.steps[0].id)),
            "retry": lambda _: self._moved(self.tutor.retry),
            "hint": lambda _: self._help(),
            "solution": lambda _: self._heard(self.tutor.solution()),
            "submit": self._submit,
        }

    def _moved(self, move: Callable[[], object]) -> None:
        move()
        self._open()

    def _open(self) -> None:
        self._chosen, self._reader.asked, self._said = "", None, None
        self._events = self.tutor.visit.entered
        if self.tutor.visit.solved:  # the learner comes back to what was solved
            self._chosen = self.tutor.visit.given

    def _help(self) -> None:
        self._reader.asked = None
        self.tutor.hint()

    def _submit(self, gesture: Gesture) -> None:
        visit = self.tutor.visit
        if visit.task.asks == "cards":
            self._heard(self.tutor.attempt(visit.marked))
        elif visit.task.asks == "number":
            self._chosen = str(gesture.args.get("number", ""))
            self._heard(self.tutor.attempt(self._chosen))
        else:
            self._heard(self.tutor.attempt(self._chosen))

    # --- gestures on the table ------------------------------------------------------------------------------------

    def _on_table(self, gesture: Gesture) -> None:
        if gesture.kind == "pick":
            self._mark(Card(gesture.word("card")))
        elif gesture.kind == "press" and gesture.word("action") == "undo":
            self._undo()
        elif move := self._reader.move(gesture, self._game, LEARNER, self._offer):
            self._heard(self.tutor.attempt(move))

    def _mark(self, card: Card) -> None:
        if card not in self._pickable:
            raise Malformed(f"{card} cannot be picked")
        self.tutor.visit.mark(card)

    def _undo(self) -> None:
        self._reader.asked = self._said = None
        self.tutor.undo()

    @property
    def _game(self) -> Game:
        game = self.tutor.game
        if game is None or LEARNER not in game.seats:
            raise Malformed("nobody sits at this table")
        return game

    @property
    def _offer(self) -> Sequence[str]:
        return getattr(self.tutor.step, "offer", ())

    # --- answers --------------------------------------------------------------------------------------------------

    def _heard(self, feedback: Feedback) -> None:
        self._events = () if feedback.taken_back else feedback.events
        # What solves a step is praised beside the table; the table itself tells what happened on it.
        say = self._told(feedback.events) if feedback.done and feedback.events else feedback.say
        self._said = say, feedback.tone, feedback.why or NO_PHRASE
        self._numbers += 1

    def _told(self, events: Sequence[Event]) -> Phrase:
        names = self.tutor.lesson.shown_names

        def tell(lang: str) -> str:
            return " ".join(told(event, LEARNER, lang, names=names(lang), write=card_token) for event in events)

        return phrase(tell)

    # --- the screen -----------------------------------------------------------------------------------------------

    def screen(self, lang: str, around: Sequence[Block] = (), news: Sequence[Block] = ()) -> Screen:
        """What is to be seen in this language: the app's blocks `around` it, and its `news` beside the lesson."""
        lesson, step = self.tutor.lesson, self.tutor.step
        parts = [*around, *self._table(lang), blocks.group("lesson", [*news, *self._side(lang)], area="side")]
        return Screen(
            place="lesson",
            lang=lang,
            title=label("ui.page", lang, title=lesson.title[lang], course=label("ui.course", lang)),
            address=f"?lesson={lesson.id}&step={step.id}",
            blocks=parts,
            data={"lesson": lesson.id, "step-id": step.id},
        )

    def _table(self, lang: str) -> Iterator[Block]:
        game, visit = self.tutor.game, self.tutor.visit
        if game is None:
            return
        is_move = visit.task.asks in ("move", "nothing")
        told = self._said if is_move else None
        look = Look(
            lang=lang,
            names=self.tutor.lesson.shown_names(lang),
            asks_move=self._is_asked_for("move"),
            marked=self._marked(),
            pickable=self._pickable,
            picked=visit.marked,
            open_hands=getattr(self.tutor.step, "open", ()),
            may_undo=visit.task.can_undo,
            notice=Notice(told[0][lang], told[1], told[2][lang], self._numbers) if told else None,
            chooser=self._reader.asked,
            events=self._events,
        )
        yield blocks.group("felt", [blocks.table(scene(game, LEARNER, look))], area="table")

    @property
    def _pickable(self) -> CardSet:
        return self.tutor.visit.task.cards if self._is_asked_for("cards") else CardSet(0)

    def _marked(self) -> CardSet:
        visit = self.tutor.visit
        hint = visit.hint.cards if visit.hint else CardSet(0)
        answer = visit.feedback.cards if visit.feedback and visit.feedback.done else CardSet(0)
        return hint | answer

    def _side(self, lang: str) -> Iterator[Block]:
        tutor = self.tutor
        done = [tutor.results.get(step.id, "skipped") != "skipped" for step in tutor.lesson.steps]
        yield blocks.progress(label("ui.step", lang, step=tutor.number, steps=len(done)), tutor.number, done)
        yield blocks.heading("title", self._title(lang))
        if tutor.number == 1 and tutor.lesson.aims:
            aims = "\n".join(f"- {aim[lang]}" for aim in tutor.lesson.aims)
            yield blocks.details("aims", label("ui.aims", lang), [blocks.text("aims-text", prose(aims, lang))])
        yield blocks.text("text", prose(tutor.step.text[lang], lang), role="text")
        yield from self._answers(lang)
        yield from self._feedback(lang)
        yield from self._hint(lang)
        yield blocks.group("helps", list(self._task_buttons(lang)), look="row")
        yield blocks.group("ways", list(self._way_buttons(lang)), look="row")
        yield from self._rule(lang)

    def _title(self, lang: str) -> str:
        """The title, with the lesson's number where its name begins with one."""
        lesson = self.tutor.lesson
        number = lesson.id.partition("-")[0]
        title = lesson.title[lang]
        return label("ui.lesson.title", lang, number=int(number), title=title) if number.isdecimal() else title

    def _answers(self, lang: str) -> Iterator[Block]:
        task, solved = self.tutor.visit.task, self.tutor.visit.solved
        if task.asks == "choice":
            options = [(choice.value, choice.text[lang]) for choice in task.choices]
            yield blocks.choice("answer", label("ui.answers", lang), options, self._chosen, closed=solved)
        elif task.asks == "number":
            yield blocks.number("number", label("ui.number", lang), self._chosen if solved else "", closed=solved)

    def _feedback(self, lang: str) -> Iterator[Block]:
        """What is said beside the table: the answer to a question, and that a step is solved."""
        feedback = self.tutor.visit.feedback
        if feedback and (feedback.done or self.tutor.visit.task.asks not in ("move", "nothing")):
            yield blocks.notice("feedback", feedback.tone, prose(feedback.say[lang], lang), role="feedback")
            if feedback.why:
                rule = blocks.text("why-text", prose(feedback.why[lang], lang))
                yield blocks.details("why", label("ui.why", lang), [rule])
        if self.tutor.is_last and self.tutor.visit.solved:
            finished = label("ui.finished", lang, title=self.tutor.lesson.title[lang])
            yield blocks.notice("finished", "good", sentence(finished, lang))

    def _hint(self, lang: str) -> Iterator[Block]:
        hint = self.tutor.visit.hint
        if hint is None or self.tutor.visit.solved:
            return
        parts = [
            blocks.heading("hint-title", label("ui.hint", lang), 2),
            blocks.text("hint-text", prose(hint.text[lang], lang)),
        ]
        yield blocks.group("help", parts, look="box", label=label("ui.hint", lang), role="hint")

    def _task_buttons(self, lang: str) -> Iterator[Block]:
        visit = self.tutor.visit
        finished = visit.solved or visit.task.asks == "nothing"
        if not finished and visit.task.asks != "move":
            yield blocks.button("submit", label("ui.submit", lang), strong=True)
        if visit.next_grade:
            yield blocks.button("hint", label("ui.more_help" if visit.hint else "ui.hint", lang))
        if not finished:
            yield blocks.button("solution", label("ui.solution", lang))
        if visit.solved:
            yield blocks.button("retry", label("ui.retry", lang))

    def _way_buttons(self, lang: str) -> Iterator[Block]:
        finished = self.tutor.visit.solved or self.tutor.visit.task.asks == "nothing"
        yield blocks.button("back", label("ui.back", lang), disabled=self.tutor.number == 1)
        if self.tutor.is_last:
            yield blocks.button("again", label("ui.again", lang))
        else:
            yield blocks.button("next", label("ui.next", lang), strong=finished)

    def _rule(self, lang: str) -> Iterator[Block]:
        rule = self.tutor.lesson.rule
        if rule:
            source = label("ui.source", lang, source=label(f"source.{rule.source}", lang))
            parts = [
                blocks.text("rule-text", prose(rule.text[lang], lang)),
                blocks.text("rule-source", f"<p><small>{sentence(source, lang)}</small></p>"),
            ]
            yield blocks.details("rule", label("ui.rule", lang), parts, role="rule")
