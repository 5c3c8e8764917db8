from random import Random

from support.toy import TOY

from fogfield.bots import RandomBot


def test_random_bot_takes_what_the_game_proposes() -> None:
    bot = RandomBot(TOY)
    rng = Random(1)
    chosen = [bot.choose((0, None), rng) for _ in range(1000)]
    assert set(chosen) == {1, 2}
    assert 400 < chosen.count(1) < 600
