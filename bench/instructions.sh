#!/usr/bin/env bash
# Instructions a pose, counted by valgrind's callgrind on one thread: bench/instructions.sh [PROGRAM]
set -euo pipefail
program=${1:-$(dirname "$0")/../build/bin/intercusp_instructions}
if ! command -v valgrind >/dev/null 2>&1; then
  echo "Left out: instruction counts (valgrind is not installed)"
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
valgrind --tool=callgrind --instr-atstart=no --callgrind-out-file="$folder/counts" "$program" \
  >"$folder/said" 2>"$folder/valgrind" || { cat "$folder/said" "$folder/valgrind"; exit 1; }
cat "$folder/said"
poses=$(sed -n '1s/ .*//p' "$folder/said")
printf '%-20s %20s\n' "kernel" "instructions a pose"
for file in $(ls -v "$folder"/counts.* 2>/dev/null); do
  name=$(sed -n 's/^desc: Trigger: Client Request: //p' "$file")
  total=$(sed -n 's/^\(totals\|summary\): //p' "$file" | head -1)
  [ -z "$name" ] || printf '%-20s %20d\n' "$name" $((total / poses))
done
