"""Explorers on a map: terrain and what it costs to cross it, maps that keep rules, searching for hidden things."""
