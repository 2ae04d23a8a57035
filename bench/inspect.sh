#!/usr/bin/env bash
# The whole inspection with all files, from cold, at two sizes; several programs take turns: bench/inspect.sh [PROGRAM...]
# TRIANGLES="210000 5000000" TURNS=3 bench/inspect.sh BEFORE AFTER > bench/results/inspect_by_triangles.csv
set -euo pipefail
[ $# -gt 0 ] || set -- "$(dirname "$0")/../build/bin/intercusp"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo "triangles_per_jaw,program,turn,user_s,system_s,wall_s,most_memory_mb"
for triangles in ${TRIANGLES:-210000}; do
  "$1" generate dentition --triangles "$triangles" --out "$folder/scans" --quiet
  for turn in $(seq "${TURNS:-3}"); do
    for program in "$@"; do
      /usr/bin/time -f "%U,%S,%e,%M" -o "$folder/time" \
        "$program" inspect "$folder/scans/upper.ply" "$folder/scans/lower.ply" --out "$folder/out" --quiet
      awk -F, -v row="$triangles,$program,$turn" '{printf "%s,%s,%s,%s,%.0f\n", row, $1, $2, $3, $4 / 1000}' "$folder/time"
      rm -rf "$folder/out"
    done
  done
  rm -rf "$folder/scans"
done
