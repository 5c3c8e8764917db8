"""The JSON API: every game of the house, for programs and for our own page. A match is shown only through its views."""
