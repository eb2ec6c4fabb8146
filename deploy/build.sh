#!/bin/sh
# Builds the site in this folder and puts what a server needs into an empty one. The Dockerfile uses it, and so can
# anybody who builds on one machine and runs on others.
#   deploy/build.sh /srv/site.new
set -eu
out=${1:?Say into which folder: deploy/build.sh /srv/site.new}
cd "$(dirname "$0")/.."
node commands/run.mjs build
node deploy/keep-what-runs.mjs "$out"
