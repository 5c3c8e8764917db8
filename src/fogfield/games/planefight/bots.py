"""Bots (the thinking is in kits/fleet)."""

from collections.abc import Callable
from typing import Any

BOTS: dict[str, Callable[[], Any]] = {}
