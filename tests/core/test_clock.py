import math

from fogfield.core.clock import Clock


def test_clock_at_rest_keeps_its_time_for_ever() -> None:
    clock = Clock(left_s=5.0)
    assert clock.at(1e9) == 5.0
    assert clock.deadline == math.inf
    assert not clock.expired(1e9)


def test_running_clock_counts_down_to_zero_and_no_further() -> None:
    clock = Clock(left_s=5.0).run(100.0)
    assert clock.at(102.0) == 3.0
    assert clock.deadline == 105.0
    assert not clock.expired(104.9)
    assert clock.expired(105.0)
    assert clock.at(200.0) == 0.0


def test_running_it_twice_changes_nothing() -> None:
    clock = Clock(5.0).run(100.0)
    assert clock.run(103.0) is clock


def test_pause_keeps_what_is_left_until_it_runs_again() -> None:
    paused = Clock(5.0).run(100.0).pause(102.0)
    assert paused.at(1e6) == 3.0
    assert paused.run(1e6).deadline == 1e6 + 3.0


def test_a_clock_without_a_limit_never_expires() -> None:
    assert not Clock().run(0.0).expired(1e12)
