"""Taking turns between parties."""

import asyncio
from typing import Any

from fogfield.serve.turns import Turns


async def served(turns: Turns, party: str, log: list[str], gate: asyncio.Event) -> None:
    """Have one turn, which lasts until the gate is open."""
    async with turns.turn(party):
        log.append(party)
        await gate.wait()


def run(parties: str, then: Any = lambda tasks: None) -> str:
    """Let parties queue up behind the first of them; gives the order in which they were served."""

    async def inside() -> str:
        turns, log, gate = Turns(), list[str](), asyncio.Event()
        tasks = []
        for party in parties:
            tasks.append(asyncio.create_task(served(turns, party, log, gate)))
            await asyncio.sleep(0)
        then(tasks)
        gate.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with turns.turn("z"):
            return "".join(log)

    return asyncio.run(asyncio.wait_for(inside(), 10))


def test_parties_come_one_after_the_other_however_many_errands_one_has() -> None:
    assert run("aaaab") == "abaaa"
    assert run("aaaabbc") == "abcabaa"


def test_who_goes_away_is_passed_over_and_nobody_waits_for_him() -> None:
    assert run("abac", lambda tasks: tasks[1].cancel()) == "aca"
    assert run("abac", lambda tasks: tasks[0].cancel()) == "abca"


def test_who_goes_away_in_the_moment_of_his_turn_passes_it_on() -> None:
    async def inside() -> list[str]:
        turns, log, gate = Turns(), list[str](), asyncio.Event()
        async with turns.turn("a"):
            tasks = [asyncio.create_task(served(turns, party, log, gate)) for party in "bc"]
            await asyncio.sleep(0)
        tasks[0].cancel()  # it was called, and has not come yet
        gate.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        return log

    assert asyncio.run(asyncio.wait_for(inside(), 10)) == ["c"]
