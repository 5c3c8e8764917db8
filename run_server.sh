#!/usr/bin/env bash
# Starts the JMinesweeper server on port 9999 and passes every option on to it (run_server.sh --help lists them).
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
make -s -C "$here" .venv/.ready-run
exec "$here/.venv/bin/fogfield" serve --only jminesweeper "$@"
