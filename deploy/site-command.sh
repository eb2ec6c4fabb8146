#!/bin/sh
# Runs a command of the site on a server with systemd: as the site's user, with its settings, on its data.
# Call it as root, with what would follow `npm run` elsewhere, without the --:
#   deploy/site-command.sh staff you@company.com
#   deploy/site-command.sh backup --check
# Name files by their absolute path; the site's user must be able to read them.
set -eu
[ $# -gt 0 ] || { echo "Say which command: deploy/site-command.sh backup --list" >&2; exit 1; }
exec systemd-run --quiet --collect --wait --pipe \
  --property=User=site --property=Group=site --property=UMask=0077 \
  --property=WorkingDirectory=/srv/site --property=EnvironmentFile=/etc/site.env \
  --property="Environment=NODE_ENV=production DATA_DIR=/var/lib/site TMPDIR=/run/site" \
  --property=StateDirectory=site --property=StateDirectoryMode=0700 \
  --property=RuntimeDirectory=site --property=RuntimeDirectoryMode=0700 --property=RuntimeDirectoryPreserve=yes \
  /usr/bin/node commands/run.mjs "$@"
