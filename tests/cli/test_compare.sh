#!/bin/bash
# Imports published times and compares predictions with them.
source "$(dirname "$0")/expect.sh"

{
  echo "machine,algorithm,ranks,elements,median_us,p10_us,p90_us,run"
  for elements in 1000 1000000; do
    echo "ideal,dense_ring,8,$elements,$elements,$elements,$elements,a"
    echo "ideal,dense_ring,8,$elements,$((2 * elements)),$elements,$((3 * elements)),b"
    echo "ideal,theirs,8,$elements,$elements,$elements,$elements,a"
  done
} >times.csv

# Import.
expect 2 "line 4, column algorithm" "theirs" -- import times.csv --format csv --licence MIT --output m
holds "a refused import writes nothing" test ! -e m
expect 2 "--licence" -- import times.csv --format csv --output m --algorithm-map theirs=dense_rabenseifner
import=(import times.csv --format csv --licence MIT --algorithm-map theirs=dense_rabenseifner)
expect 0 -- "${import[@]}" --output m
holds "import says what it read" grep -q "6 points of ideal in m/records.jsonl" out
expect 2 "it has records" -- "${import[@]}" --output m
expect 2 "no such file" -- import absent.csv --format csv --licence MIT --output n
expect 2 "pico, csv" -- import times.csv --format xls --licence MIT --output n
expect 0 -- plot m
holds "plot shows imported records" grep -q "variant theirs" out

# Nothing runs the engine measured.
expect 2 "sparlab import" -- run -a dense_ring -P 8 -N 1000 --density 1 --engines measured -o r
expect 2 "sparlab import" -- run quickstart --engines measured -o r

# Times of phases.
expect 0 -- run -a dense_ring -P 2 -N 1000 --density 1 --platform ideal --engines model,loggp -o phases
holds "a simulation times phases" recorded phases '"name":"allgather","seconds":[0-9]'
holds "the model times stages" recorded phases '"stage_allgather_s":[0-9]'
if command -v mpirun >/dev/null && [[ -x $(dirname "$sparlab")/sparlab-mpi-worker ]]; then
  expect 0 -- run -a dense_ring,dense_mpi -P 2 -N 1000 --density 1 --engines mpi -o measured
  holds "mpi times phases" recorded measured '"engine":"mpi".*"name":"allgather","seconds":[0-9]'
  expect 0 -- compare phases measured
  holds "the worst phase is named" grep -q ": .* measured " out
fi

# Compare.
expect 2 "no predictions" -- compare m
expect 0 -- run --points-of m -o p
expect 2 "--of-machine: elsewhere" "one of ideal" -- run --points-of m --of-machine elsewhere -o none
expect 2 "no records of engine measured" -- run --points-of p -o none
expect 2 "--points-of" -- run quickstart --points-of m -o none
expect 2 "no records of engine" -- compare p
expect 2 "which does not measure" -- compare p m --reference loggp
expect 0 -- compare p m --output c
holds "the table says what was compared" grep -q "8 predictions of 4 points of measured" out
holds "it counts times in the interval of advise" grep -Eq "all +0 of 4" out
holds "numbers and a figure are written" test -s c/compare.json -a -s c/points.csv -a -s c/parity.png
holds "each point has a line" test "$(wc -l <c/points.csv)" == 9
expect 0 -- compare p m --format json
holds "JSON has the runs of a point" grep -q '"between_runs": 2.0' out
expect 0 -- run -a dense_ring -P 4 -N 1000 --density 1 --platform ideal --engines model --input-form own -o q
expect 2 "P: predicted 4; measured 8" -- compare q m
expect 0 -- run -a dense_ring -P 8 -N 1000 --density 1 --platform ideal --engines model -o converted
expect 2 "input_form: predicted sparse; measured dense" -- compare converted m
