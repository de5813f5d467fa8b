#!/bin/sh
# Generates a password and prints its link, and nothing else: new-password.sh [lifetime]
# The password itself goes from pipe to pipe. Take it from there, too: … | tee /dev/fd/3 | onceover share … 3>password-file
set -eu
head -c 24 /dev/urandom | base64 | onceover share --quiet --ttl "${1:-1d}"
