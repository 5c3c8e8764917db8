"""The server: the only room with listening sockets. One process, one event loop, every protocol."""
