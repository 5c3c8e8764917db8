"""What can go wrong, said in the user's words.

A refused move is no error: it is a `Refusal`, a value (see game.py). An error here means that the other
side of a border (a file, a peer, a caller) broke that border's form.
"""


class FogfieldError(Exception):
    """The root of our errors: its text is a sentence that can be shown to a person as it is."""


class WireError(FogfieldError):
    """A peer sent bytes that its protocol does not have; the connection cannot go on."""


class RecordError(FogfieldError):
    """A record of a match cannot be read, or does not replay to what it says."""


class ChangeError(FogfieldError):
    """A change does not fit the value that it should change."""


class OptionsError(FogfieldError):
    """A game cannot be started with these options; `faults` holds every reason."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults
