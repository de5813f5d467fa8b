#!/bin/sh
# Makes the Secrets that the chart takes by name and that nobody else makes: keys of calls, the key of form tokens, and certificates.
#
#   infra/helm/make-secrets.sh DIRECTORY [FULLNAME]
#
# DIRECTORY keeps what they are made of, for the next certificates and to replace keys: keep it in a safe place, off the cluster. FULLNAME is
# the beginning of the chart's names, `onceover` for a release of that name. Run again, it makes what is missing or due and leaves the rest.
# kubectl has to work in the namespace of the release (KUBECTL='kubectl --namespace once').
set -eu

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
  echo "Usage: infra/helm/make-secrets.sh DIRECTORY [FULLNAME]" >&2
  exit 1
fi
directory=$1
name=${2:-onceover}
kubectl=${KUBECTL:-kubectl}
checkout=$(cd "$(dirname "$0")/../.." && pwd)
services='accounts secrets notifications audit gateway'
umask 077

hosts=''
for process in $services key-store; do
  hosts="$hosts --hosts=$process=$name-$process"
done
# shellcheck disable=SC2086
"$checkout/node_modules/.bin/node" "$checkout/infra/distributed/src/prepare/prepare-main.ts" "$directory" $hosts
if [ ! -f "$directory/form-token.key" ]; then
  head -c 32 /dev/urandom > "$directory/form-token.key.new"
  mv "$directory/form-token.key.new" "$directory/form-token.key"
fi

# The names of files are arguments, never what is in them.
secret() {
  secret=$1
  shift
  $kubectl create secret generic "$secret" --dry-run=client --output=yaml "$@" | $kubectl apply --server-side --filename=-
}

# certificate SECRET PLACE NAME
certificate() {
  secret "$name-$1-tls" --from-file=ca.crt="$2/ca.crt" --from-file=tls.crt="$2/$3.crt" --from-file=tls.key="$2/$3.key"
}

secret "$name-call-keys" --from-file="$directory/authority/calls"
secret "$name-form-token" --from-file=form-token.key="$directory/form-token.key"
for process in $services; do
  certificate "$process" "$directory/$process/tls" "$process"
done
certificate key-store "$directory/key-store/tls" server
certificate key-store-client "$directory/secrets/key-store" secrets
