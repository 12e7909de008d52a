#!/bin/bash
# Checks times against lower bounds.
source "$(dirname "$0")/expect.sh"

# What does not hold as published, on the machine for which it is stated.
# Not every build has algorithms for data of type double.
expect 0 -- run bounds-published-broken --set sweeps.1.value=float -o broken
holds "the summary of a run has its bounds" grep -q "^lower bounds: 35 of 35 records; all proved ones hold" out
expect 0 -- validate broken --output v
holds "the table names the lemma" grep -q "^broken: lemma_5_2_published 11 times" out
holds "the table says why it is broken" grep -q "^  the lemma adds the k values" out
holds "no line is longer than 100 columns" test -z "$(grep -E '.{101}' out)"
holds "P = 8 breaks it, too" grep -q "0.97x  loggp ssar_recursive_double P=8 " out
holds "numbers are written" test -s v/bounds.json -a "$(wc -l <v/bounds.csv)" == 36
if command -v gnuplot >/dev/null; then
  holds "a figure is drawn" test -s v/tightness.png -a -s v/tightness.svg -a -s v/tightness.gp
fi

# A time that no machine can have.
expect 0 -- run -a dense_ring -P 4 -N 1000 --density 1 --platform ideal --engines model,loggp -o fast
expect 0 -- validate fast
change_record fast 1 's/"time_s":[^,]*/"time_s":1e-9/'
expect 1 -- validate fast
holds "a broken bound is named" grep -q "BROKEN, although proved" out
expect 1 -- validate broken fast --format json
holds "JSON has both folders" grep -q '"folder": "fast"' out
expect 1 -- validate broken fast
holds "folders are compared" grep -qE "^  algorithm +broken +fast$" out

# Measurements and changed platforms have no bounds.
mkdir p
sed 's/"ideal"/"mine"/' "$source_dir/platforms/ideal.json" >p/mine.json
expect 0 -- run -a dense_ring -P 4 -N 1000 --density 1 --platform p/mine.json --engines model -o mine
expect 0 -- validate mine
holds "a platform file by path has bounds" grep -q ": 1 with lower bounds" out
sed -i 's/"value": 4, "unit": "ns\/entry"/"value": 5, "unit": "ns\/entry"/' p/mine.json
expect 0 -- validate mine
holds "a changed platform is named" grep -q "is not there as it was" out

# Bad input.
expect 2 "no records.jsonl" -- validate v
expect 2 "results is required" -- validate
mkdir empty && : >empty/records.jsonl
expect 2 "no records" -- validate empty
expect 2 "each folder once" -- validate fast ./fast
echo "damage" >>fast/records.jsonl.gz
expect 1 "damaged and left out: line 3" -- validate fast
change_record mine 1 's/"record_version":2/"record_version":9/'
expect 2 "line 1" "record version 9" -- validate fast mine
