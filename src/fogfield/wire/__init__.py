"""Bytes and conversations without sockets: codecs, sessions, ANSI. Pure, built on core alone."""
