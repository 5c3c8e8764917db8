from random import Random

from support.toy import TOY

from fogfield.bots import RandomBots, schools


def test_random_bot_takes_what_the_game_proposes_and_learns_nothing() -> None:
    bot = RandomBots(TOY).against("anybody")
    rng = Random(1)
    chosen = [bot.choose((0, None), rng) for _ in range(1000)]
    bot.over((9, 9), rng)
    assert set(chosen) == {1, 2}
    assert 400 < chosen.count(1) < 600


def test_every_game_can_be_played_by_chance_and_its_own_bots_come_first() -> None:
    assert list(schools("battleship")) == ["hunter", "random"]
    assert list(schools("jminesweeper")) == ["expert", "odds", "simple", "random"]
