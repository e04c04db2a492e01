"""Progress on real SQLite files: what is kept, and what happens when the disk or another program is unkind."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_tutor.tutor.attempts import OUTCOMES, RESULTS, Attempt, last_visit, results_of
from durak_tutor.tutor.progress import APPLICATION_ID, FILE_NAME, Progress, data_folder, open_progress

WRITER = """
import sys
from pathlib import Path
from durak_tutor.tutor.progress import Attempt, open_progress
folder, learner, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
progress = open_progress(folder)
for number in range(count):
    progress.record(Attempt(learner, "02-beating", 1, f"step-{number}", "read"))
    print(number if progress.saves else "lost", flush=True)
"""


def attempt(step: str = "higher", outcome: str = "right", **more: object) -> Attempt:
    return Attempt("ann", "02-beating", 1, step, outcome, **more)  # type: ignore[arg-type]


def writer(folder: Path, learner: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(folder), learner, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def codes(progress: Progress) -> list[tuple[str, str]]:
    return [(notice.code, notice.facts.get("fault", "")) for notice in progress.notices()]


def test_an_attempt_is_there_after_a_restart(tmp_path: Path) -> None:
    tried = attempt(outcome="refused", tried="9C/9H", code="equal_rank", milliseconds=1200)
    recorded = open_progress(tmp_path).record(tried)
    assert open_progress(tmp_path).attempts("ann", "02-beating") == [recorded]
    assert recorded.at.endswith("+00:00")


def test_the_file_is_marked_as_ours_and_uses_wal(tmp_path: Path) -> None:
    open_progress(tmp_path).record(attempt())
    with contextlib.closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        names = ("application_id", "user_version", "journal_mode")
        found = [database.execute(f"PRAGMA {name}").fetchone()[0] for name in names]
        columns = [row[1] for row in database.execute("PRAGMA table_info(attempt)")]
    assert found == [0x4475526B, 1, "wal"]
    assert " ".join(columns) == "id learner lesson lesson_version step seed tried outcome code grade milliseconds at"


def test_the_learner_goes_on_where_the_last_line_was_written(tmp_path: Path) -> None:
    progress = open_progress(tmp_path)
    assert progress.resume("ann", "02-beating") is None
    for step in ("welcome", "higher"):
        progress.record(attempt(step, "begun"))
    assert progress.resume("ann", "02-beating") == "higher"
    assert progress.resume("ben", "02-beating") is None
    assert progress.resume("ann", "03-throwing-in") is None


def test_settings_are_kept_by_learner(tmp_path: Path) -> None:
    progress = open_progress(tmp_path)
    progress.set_setting("ann", "language", "ru")
    progress.set_setting("ann", "language", "de")
    assert open_progress(tmp_path).setting("ann", "language") == "de"
    assert open_progress(tmp_path).setting("ben", "language", "en") == "en"


def test_delete_forgets_one_learner_and_leaves_no_trace_in_the_file(tmp_path: Path) -> None:
    progress = open_progress(tmp_path)
    progress.record(Attempt("gone4ever", "02-beating", 1, "higher", "right"))
    progress.set_setting("gone4ever", "language", "de")
    progress.record(attempt())
    assert progress.delete("gone4ever")
    assert progress.attempts("gone4ever", "02-beating") == []
    assert progress.setting("gone4ever", "language") == ""
    assert progress.resume("ann", "02-beating") == "higher"
    assert b"gone4ever" not in (tmp_path / FILE_NAME).read_bytes()


def test_the_folder_is_that_of_the_variable_else_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DURAK_TUTOR_DATA", str(tmp_path / "named" / "deep"))
    assert open_progress().saves
    assert (tmp_path / "named" / "deep" / FILE_NAME).exists()
    monkeypatch.delenv("DURAK_TUTOR_DATA")
    assert data_folder().name == "durak-tutor"


# Unkind files


@pytest.fixture(params=["text", "database", "torn"])
def unkind_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A text file, another program's database, and one of ours with its pages overwritten."""
    file = tmp_path / FILE_NAME
    if request.param == "text":
        file.write_text("not a database, " * 100)
    elif request.param == "database":
        with contextlib.closing(sqlite3.connect(file)) as database:
            database.execute("CREATE TABLE recipe (cake TEXT)")
    else:
        progress = open_progress(tmp_path)
        with progress.held():
            for number in range(200):
                progress.record(attempt(f"step-{number}"))
        pages = bytearray(file.read_bytes())
        pages[4096 : 3 * 4096] = os.urandom(2 * 4096)
        file.write_bytes(pages)
    return file


def test_the_server_sets_an_unkind_file_aside_and_starts_afresh(unkind_file: Path) -> None:
    before = unkind_file.read_bytes()
    progress = open_progress(unkind_file.parent, may_set_aside=True)
    (notice,) = progress.notices()
    assert notice.code == "set_aside"
    assert (unkind_file.parent / notice.facts["file"]).read_bytes() == before
    progress.record(attempt())
    assert progress.saves
    assert open_progress(unkind_file.parent).resume("ann", "02-beating") == "higher"


def test_a_kernel_leaves_an_unkind_file_alone_and_goes_on_without_saving(unkind_file: Path) -> None:
    before = unkind_file.read_bytes()
    progress = open_progress(unkind_file.parent)
    progress.record(attempt())
    progress.set_setting("ann", "language", "ru")
    assert not progress.saves
    assert [code for code, _ in codes(progress)] == ["not_saved"]
    assert codes(progress) == []
    assert progress.resume("ann", "02-beating") == "higher"
    assert progress.setting("ann", "language") == "ru"
    assert unkind_file.read_bytes() == before
    assert list(unkind_file.parent.glob("*.sqlite3")) == [unkind_file]


def test_a_file_of_a_later_version_is_never_set_aside(tmp_path: Path) -> None:
    open_progress(tmp_path).record(attempt())
    with contextlib.closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        database.execute("PRAGMA user_version = 2")
    progress = open_progress(tmp_path, may_set_aside=True)
    assert codes(progress) == [("not_saved", "newer")]
    assert not progress.saves


def test_an_empty_file_is_taken_as_new(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).touch()
    progress = open_progress(tmp_path)
    progress.record(attempt())
    assert progress.saves
    assert codes(progress) == []


def test_a_folder_that_cannot_be_made_is_said_and_nothing_is_raised(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    progress = open_progress(tmp_path / "file" / "folder", may_set_aside=True)
    progress.record(attempt())
    assert codes(progress) == [("not_saved", "unusable")]
    assert progress.results("ann", "02-beating") == {"higher": "right"}


def test_a_file_that_vanishes_in_mid_lesson_is_said_once_and_the_lesson_goes_on(tmp_path: Path) -> None:
    progress = open_progress(tmp_path / "data")
    progress.record(attempt("welcome", "read"))
    shutil.rmtree(tmp_path / "data")
    for step in ("higher", "trump"):
        progress.record(attempt(step))
    assert codes(progress) == [("not_saved", "unusable")]
    assert list(progress.results("ann", "02-beating")) == ["higher", "trump"]
    assert not progress.delete("ann")


def test_what_was_kept_during_a_lock_is_written_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("durak_tutor.tutor.progress.BUSY_SECONDS", 0.05)
    progress = open_progress(tmp_path)
    with contextlib.closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        progress.record(attempt("higher"))
        assert not progress.saves
    progress.record(attempt("trump"))
    assert progress.saves
    assert list(open_progress(tmp_path).results("ann", "02-beating")) == ["higher", "trump"]
    assert list(progress.results("ann", "02-beating")) == ["higher", "trump"]


def test_what_is_held_back_is_known_at_once_and_written_together_at_the_end(tmp_path: Path) -> None:
    progress, other = open_progress(tmp_path), open_progress(tmp_path)
    with progress.held():
        for step in ("higher", "trump"):
            progress.record(attempt(step))
        progress.set_setting("ann", "language", "ru")
        assert list(progress.results("ann", "02-beating")) == ["higher", "trump"]
        assert other.resume("ann", "02-beating") is None
    assert other.resume("ann", "02-beating") == "trump"
    assert other.setting("ann", "language") == "ru"
    assert progress.attempts("ann", "02-beating") == other.attempts("ann", "02-beating")


def test_what_is_held_back_is_written_though_the_block_fails(tmp_path: Path) -> None:
    progress = open_progress(tmp_path)
    with contextlib.suppress(ZeroDivisionError), progress.held():
        progress.record(attempt())
        raise ZeroDivisionError
    assert open_progress(tmp_path).resume("ann", "02-beating") == "higher"


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that another user of this machine can enter (pytest's own are private)."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


READER = """
import sys
sys.path[:0] = {path!r}
import os
{become}
from pathlib import Path
from durak_tutor.tutor.progress import Attempt, open_progress
progress = open_progress(Path({folder!r}), may_set_aside=True)
progress.record(Attempt("ann", "02-beating", 1, "higher", "right"))
print(progress.saves, [notice.facts for notice in progress.notices()], progress.resume("ann", "02-beating"))
"""


def in_a_process(folder: Path, become: str) -> str:
    code = READER.format(path=sys.path, folder=str(folder), become=become)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_a_folder_without_the_right_to_write_is_said_once(open_folder: Path) -> None:
    open_folder.chmod(0o555)
    # root may write everywhere: become nobody, once everything is imported that only root may read
    become = "import durak_tutor.tutor.progress, platformdirs.unix; os.getuid() or os.setuid(65534)"
    assert in_a_process(open_folder, become) == "False [{'fault': 'unusable'}] higher"


def test_a_file_without_the_right_to_write_is_said_once(open_folder: Path) -> None:
    open_progress(open_folder).record(attempt("welcome", "read"))
    (open_folder / FILE_NAME).chmod(0o444)
    open_folder.chmod(0o555)
    become = "import durak_tutor.tutor.progress, platformdirs.unix; os.getuid() or os.setuid(65534)"
    assert in_a_process(open_folder, become) == "False [{'fault': 'unusable'}] higher"


@pytest.mark.skipif(sys.platform == "win32", reason="the size of a file can be limited on Unix only")
def test_a_full_disk_is_said_once(tmp_path: Path) -> None:
    open_progress(tmp_path).record(attempt("welcome", "read"))
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))"
    become = f"progress_ready = None; import durak_tutor.tutor.progress; {limit}"
    assert in_a_process(tmp_path, become) == "False [{'fault': 'unusable'}] higher"


# Several writers


def test_a_writer_that_is_killed_in_mid_write_loses_nothing_that_it_was_told_is_kept(tmp_path: Path) -> None:
    open_progress(tmp_path)
    with writer(tmp_path, "ann", 100_000) as process:
        assert process.stdout
        told = [process.stdout.readline() for _ in range(25)][-1]
        process.kill()
        told = (process.stdout.readlines() or [told])[-1]
    progress = open_progress(tmp_path, may_set_aside=True)
    kept = progress.attempts("ann", "02-beating")
    assert codes(progress) == []
    assert [each.step for each in kept] == [f"step-{number}" for number in range(len(kept))]
    assert len(kept) >= int(told) + 1


def test_two_processes_that_begin_and_write_at_once_lose_nothing(tmp_path: Path) -> None:
    with writer(tmp_path, "ann", 60) as first, writer(tmp_path, "ben", 60) as second:
        assert "lost" not in [*first.communicate()[0].splitlines(), *second.communicate()[0].splitlines()]
    progress = open_progress(tmp_path, may_set_aside=True)
    assert [len(progress.attempts(learner, "02-beating")) for learner in ("ann", "ben")] == [60, 60]
    assert codes(progress) == []


def test_threads_share_one_progress(tmp_path: Path) -> None:
    progress = open_progress(tmp_path)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: progress.record(attempt(f"step-{number}")), range(40)))
    assert len(open_progress(tmp_path).attempts("ann", "02-beating")) == 40


# What a list of attempts says


def test_a_result_is_right_only_without_a_hint_in_that_visit() -> None:
    log = [attempt(outcome="begun"), attempt(outcome="wrong"), attempt(outcome="right")]
    assert results_of(log) == {"higher": "right"}
    log.insert(1, attempt(outcome="hint", grade=1))
    assert results_of(log) == {"higher": "helped"}
    log.insert(1, attempt(outcome="hint", grade=4))
    assert results_of(log) == {"higher": "shown"}


def test_a_result_can_rise_in_a_later_visit_and_never_falls() -> None:
    shown = [attempt(outcome="begun"), attempt(outcome="shown")]
    right = [attempt(outcome="begun"), attempt(outcome="right")]
    assert results_of(shown + right) == results_of(right + shown) == {"higher": "right"}


@settings(deadline=None)
@given(st.lists(st.builds(attempt, st.sampled_from("ab"), st.sampled_from(OUTCOMES), grade=st.integers(1, 4))))
def test_results_only_grow_with_the_log(log: list[Attempt]) -> None:
    earlier: dict[str, str] = {}
    for length in range(len(log) + 1):
        results = results_of(log[:length])
        assert all(RESULTS.index(results[step]) >= RESULTS.index(result) for step, result in earlier.items())
        earlier = results


@settings(deadline=None)
@given(st.lists(st.builds(attempt, st.sampled_from("ab"), st.sampled_from(OUTCOMES))))
def test_the_last_visit_begins_where_the_step_was_begun_last(log: list[Attempt]) -> None:
    visit = last_visit(log, "a")
    assert all(each.step == "a" for each in visit)
    assert all(each.outcome != "begun" for each in visit[1:])


def test_the_number_in_the_file_spells_our_name() -> None:
    assert APPLICATION_ID.to_bytes(4, "big") == b"DuRk"
