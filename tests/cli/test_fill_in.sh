#!/bin/bash
# Unions of workers: measured, extrapolated, and in a run with more ranks than recorded.
source "$(dirname "$0")/expect.sh"

# 16 workers of 40 indices below 1000, by a linear congruential generator.
awk 'BEGIN { x = 7
  for (w = 0; w < 16; ++w) { split("", held); n = 0
    while (n < 40) { x = (x * 1103515245 + 12345) % 2147483648; i = int(x / 65536) % 1000
      if (!(i in held)) { held[i] = 1; ++n; printf "%d ", i } }
    print "" } }' >lists.txt

expect 0 -- fill-in lists.txt --fit-workers 8 -P 4,8,16,32 -N 1000
holds "the table has a row for each P" grep -Eq '^ *32 +- +[0-9]+ ' out
holds "lines fit 100 columns" test "$(awk 'length > 100' out | wc -l)" == 0
expect 0 -- fill-in lists.txt --fit-workers 8 -P 4,8,16,32 -N 1000 --format json
union=$(tr " " "\n" <lists.txt | sort -u | grep -c .)
holds "measured is the union" grep -q "\"16\": $union" out
holds "a model is recommended" grep -Eq '"recommended": "(mixture|beta-binomial|good-toulmin)"' out
holds "all models are listed" test "$(grep -Ec '"(mixture|beta-binomial|good-toulmin|lower-bound|independent|uniform)": \{' out)" == 6
holds "extrapolated unions have intervals" grep -q '"intervals": {' out

expect 2 "at most 16, the workers of lists.txt" -- fill-in lists.txt --fit-workers 17
expect 2 "at least 3 workers, or P up to 2" -- fill-in lists.txt --fit-workers 2 -P 4
expect 0 -- fill-in lists.txt --fit-workers 2 -P 2
expect 2 "below N = 900" -- fill-in lists.txt -N 900
expect 2 "-P" -- fill-in lists.txt -P x
expect 2 "no such file" -- fill-in absent
printf 'TKG1\1\0\0\0' >short.tkg
expect 2 "byte 8: the end of the data" -- fill-in short.tkg

# svmlight: samples are dealt to workers.
awk 'BEGIN { for (i = 1; i <= 64; ++i) print (i % 2 ? "+1" : "-1"), i % 5 + 1 ":1", i + 5 ":0.5" }' >data.svm
expect 0 -- fill-in data.svm --batch 4 --format json
holds "as many workers as samples suffice for" grep -q '"workers": 16' out
expect 2 "64 samples" -- fill-in data.svm --batch 65

# Conversion, and runs of the recording.
expect 0 -- convert lists.txt r.tkg.gz -N 1000
holds "convert says what it wrote" grep -q "16 workers, N = 1000, 640 entries" out
expect 2 "which exists" -- convert lists.txt r.tkg.gz
expect 2 "svmlight samples" -- convert data.svm s.tkg
cat >e.json <<'END'
{"name": "more", "sweeps": [{"label": "a", "P": [8, 16, 64], "input": {"kind": "recording", "path": "r.tkg.gz"},
 "platform": "ideal", "engines": ["model", "loggp"], "algorithms": ["dense_ring", "ssar_recursive_double"]}]}
END
expect 0 -- plan e.json
holds "the plan says what is extrapolated" grep -q "P = 64: extrapolated, the input has data for 16 ranks" out
expect 0 -- run e.json -o r
holds "the report says so" grep -q "P = 64: extrapolated, the input has data for 16 ranks" out
holds "records of more ranks say so" test "$(count_records r '"extrapolated_from":16')" == 4
holds "with an interval" test "$(count_records r '"union_high"')" == 4
expect 0 -- plot r
expect 2 "sweeps.0.P" "at most 16 on loggp" -- run e.json --set payload=data -o d
