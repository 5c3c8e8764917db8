from fogfield.core.chance import stream


def test_same_seed_and_name_give_the_same_numbers() -> None:
    assert stream("seed", "board").random() == stream("seed", "board").random()


def test_streams_with_other_names_or_seeds_are_apart() -> None:
    firsts = {stream(seed, name).random() for seed in ("1", "2") for name in ("board", "bot/0", "bot/1")}
    assert len(firsts) == 6


def test_seed_and_name_cannot_be_shifted_into_each_other() -> None:
    assert stream("ab", "c").random() != stream("a", "bc").random()


def test_numbers_stay_what_they_were_when_the_first_records_were_written() -> None:
    numbers = stream("seed", "board")
    assert [numbers.randrange(1000) for _ in range(5)] == [992, 867, 520, 652, 280]
