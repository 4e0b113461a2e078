#!/bin/sh
# One S3 location: its own root credentials, which stay in here, one user for docstore, one bucket, on one volume. What the user may do
# there is said by allow-docstore.mjs, and whether older versions are kept, for which there is room beside what is there.
set -eu
bucket=$1
secrets=${2:-/secrets}
blobs=${3:-/blobs}
address=${4:-:7070}
mkdir -p "$blobs/data/$bucket" "$blobs/accounts" "$blobs/versions"
user=$(cat "$secrets/access-key")
account='{"accessAccounts":{"%s":{"access":"%s","secret":"%s","role":"user","userID":0,"groupID":0,"projectID":0}}}'
(umask 077 && printf "$account" "$user" "$user" "$(cat "$secrets/secret-key")" >"$blobs/accounts/users.json")
ROOT_ACCESS_KEY=$(cat "$secrets/root-access-key")
ROOT_SECRET_KEY=$(cat "$secrets/root-secret-key")
export ROOT_ACCESS_KEY ROOT_SECRET_KEY
exec versitygw --keep-alive --port "$address" --health /health --iam-dir "$blobs/accounts" posix --versioning-dir "$blobs/versions" "$blobs/data"
