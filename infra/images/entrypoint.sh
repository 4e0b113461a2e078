#!/bin/sh
# What a container runs: its service, or, by the name of a command for operators, that: docker compose run --rm docstore verify
case "${1:-}" in
  node | sh) exec "$@" ;;
esac
if [ ! -f /bough/commands.mjs ]; then
  echo "This service has no commands." >&2
  exit 2
fi
exec node --enable-source-maps /bough/commands.mjs "$@"
