#!/bin/sh
# Builds the site of this folder and lays what a server runs into an empty one. The Dockerfile calls it, and whoever
# builds on one machine and runs on others may.
#   deploy/build.sh /srv/site.new
set -eu
out=${1:?Say into which folder: deploy/build.sh /srv/site.new}
cd "$(dirname "$0")/.."
node commands/run.mjs build
node deploy/keep-what-runs.mjs "$out"
