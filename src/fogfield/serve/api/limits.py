"""How much one address may ask for: so many requests and messages each second, and twice as many at once."""

from fogfield.serve.gate import party_of

#: Those who have not asked for anything for so long are forgotten.
_FORGET_S = 10.0


class Rates:
    """Counts what addresses ask for: each has a stock that fills with time, and every request takes one from it."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._most = max(2.0 * rate, 1.0)
        #: What was left of the stock, and when that was.
        self._stocks: dict[str, tuple[float, float]] = {}

    def take(self, address: str, now: float, cost: float = 1.0) -> float:
        """Take one, or what something costs; gives the seconds after which there will be enough, 0 if there was."""
        who = party_of(address)
        left, since = self._stocks.get(who, (self._most, now))
        left = min(self._most, left + (now - since) * self._rate)
        if left >= cost:
            self._stocks[who] = (left - cost, now)
            return 0.0
        self._stocks[who] = (left, now)
        return (cost - left) / self._rate

    def check(self, now: float) -> None:
        """Forget those whose stock is full again."""
        full_s = max(_FORGET_S, self._most / self._rate)
        self._stocks = {who: one for who, one in self._stocks.items() if now - one[1] < full_s}
