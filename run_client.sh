#!/usr/bin/env bash
# Starts the JMinesweeper client and passes every option on to it (run_client.sh --help lists them).
# Without options: 20 columns, 10 rows, level 1, on the server on this machine.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
make -s -C "$here" .venv/.ready-run
if [ $# -eq 0 ]; then
  set -- --columns 20 --rows 10 --level 1 127.0.0.1
fi
exec "$here/.venv/bin/fogfield" play jminesweeper "$@"
