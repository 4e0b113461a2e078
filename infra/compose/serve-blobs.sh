#!/bin/sh
# One S3 location: its own root credentials, one bucket, on one volume.
set -eu
bucket=$1
mkdir -p "/blobs/data/$bucket" /blobs/accounts
ROOT_ACCESS_KEY=$(cat /secrets/access-key)
ROOT_SECRET_KEY=$(cat /secrets/secret-key)
export ROOT_ACCESS_KEY ROOT_SECRET_KEY
exec versitygw --keep-alive --port :7070 --health /health --iam-dir /blobs/accounts posix /blobs/data
