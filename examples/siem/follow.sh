#!/bin/sh
# Appends what happens to the account to a file that a SIEM collects, an event a line (CloudEvents as NDJSON): follow.sh FILE
# The position is kept in FILE.position. After a restart it goes on there; at most the last event comes again, with the same id.
set -eu
umask 077
# A line that was cut off, as by a full disk, is ended; its event comes again.
if [ -s "$1" ] && [ -n "$(tail -c 1 "$1")" ]; then echo >> "$1"; fi
exec onceover events --follow --json --state "$1.position" >> "$1"
