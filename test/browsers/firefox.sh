#!/bin/sh
# What Playwright starts as its Firefox.
exec node "$(dirname "$0")/firefox.ts" "$@"
