#!/usr/bin/env bash
# Fails if docs/reference is not what tools/generate-docs.sh writes now.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
tools/generate-docs.sh "$fresh"
if ! diff -ru docs/reference "$fresh"; then
  echo "docs/reference is out of date: run tools/generate-docs.sh" >&2
  exit 1
fi
