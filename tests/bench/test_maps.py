from bench import maps
from rich.progress import Progress


def test_random_half_maps_are_legal_and_differ() -> None:
    with Progress(disable=True) as progress:
        assert maps.run(300, 1, progress) == (300, 0)
