import os
import subprocess
import sys
from dataclasses import dataclass, field

import pytest
from peers.peer import Answer, CannotRunError
from peers.queries import queries
from peers.schedule import Clock, OtherLoad, Rounds, Series, run

COUNT = queries(1)[0]


class Expected:
    """Data whose every answer is one row, 7."""

    def expected(self, query):
        return [[7]]


@dataclass
class FakePeer:
    """Answers with the next of its values; an error is raised."""

    name: str
    answers: list
    calls: list = field(default_factory=list)

    def run(self, query):
        self.calls.append(self.name)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def answer(seconds, value=7):
    return Answer(seconds, client_cpu=1.0, server_cpu=seconds, rows=[[value]])


def measure(*peers, rounds=3):
    return run(COUNT, peers, Expected(), Rounds(rounds), OtherLoad())


def test_the_median_is_of_the_runs_after_the_warm_up():
    [series] = measure(FakePeer("a", [answer(s) for s in (99, 98, 3, 1, 2)]))

    assert (series.median_seconds, series.median_cpu) == (2, 3.0)
    assert series.seconds == [3, 1, 2]
    assert series.first_seconds == 99


def test_peers_take_turns():
    calls = []
    peers = [FakePeer(name, [answer(1) for _ in range(5)], calls) for name in "ab"]

    measure(*peers)

    assert calls == ["a", "b"] * (3 + Rounds().warm_ups)


def test_as_many_runs_warm_up_as_are_asked_for():
    peer = FakePeer("a", [answer(s) for s in (9, 8, 7, 6, 1)])

    [series] = run(COUNT, [peer], Expected(), Rounds(1, 4), OtherLoad())

    assert series.seconds == [1]


def test_a_wrong_answer_is_not_timed_and_not_asked_again():
    peer = FakePeer("a", [answer(1), answer(1), answer(1), answer(1, value=8)])

    [series] = measure(peer)

    assert series.wrong
    assert series.error == "wrong answer: row [8], expected [7]"
    assert (series.seconds, series.first_seconds) == ([], None)
    assert peer.answers == []


def test_a_peer_that_cannot_run_says_why_and_the_others_go_on():
    first, second = measure(
        FakePeer("a", [CannotRunError("no memory")]), FakePeer("b", [answer(1) for _ in range(5)])
    )

    assert (first.error, first.wrong) == ("no memory", False)
    assert second.median_seconds == 1


def test_other_load_is_a_share_of_all_processors():
    assert OtherLoad(others=1.0, available=4.0).share == pytest.approx(0.25)
    assert OtherLoad().share == 0.0


def test_other_load_is_what_no_process_of_the_benchmark_used():
    load = OtherLoad()

    load.add(Clock(wall=2.0, machine=3.0, benchmark=1.0))
    # Ticks of a clock may be counted later than those of another.
    load.add(Clock(wall=2.0, machine=0.9, benchmark=1.0))

    assert load.others == pytest.approx(2.0)
    assert load.available == pytest.approx(4.0 * os.cpu_count())


def test_a_child_that_computes_is_of_the_benchmark():
    before = Clock.now()

    subprocess.run([sys.executable, "-c", "sum(i * i for i in range(3_000_000))"], check=True)

    passed = Clock.now().since(before)
    assert 0.05 < passed.benchmark
    assert passed.machine > 0.05


def test_cpu_is_that_of_client_and_server_of_the_same_run():
    series = Series("a", "count")
    for client, server in ((1.0, 9.0), (5.0, 1.0), (4.0, 4.0)):
        series.add(Answer(1.0, client, server, []))

    assert series.median_cpu == 8.0
