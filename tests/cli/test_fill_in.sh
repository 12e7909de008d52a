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
holds "and of which workers" grep -q "^first worker: line 1; last: line 16" out
expect 2 "which exists" -- convert lists.txt r.tkg.gz
expect 2 "svmlight samples" -- convert data.svm s.tkg

# N that the files do not state is not guessed.
expect 2 "at least $(($(tr ' ' '\n' <lists.txt | sort -n | tail -1) + 1)): the largest index + 1" -- convert lists.txt guess.tkg
holds "nothing is written" test ! -e guess.tkg
expect 0 -- fill-in lists.txt -P 4
holds "fill-in says what N is" grep -q "(the largest index + 1; -N states it)" out

# Dense gradients, a file for each worker: 8 numbers of which the fourth is the largest.
vector() { # NUMBER: the bytes of an array of 8 float numbers
  local header="{'descr': '<f4', 'fortran_order': False, 'shape': (8,), }"
  printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "$header"
  for i in 1 2 3 4 5 6 7 8; do if ((i == $1)); then printf '\0\0\0\x40'; else printf '\0\0\x80\x3f'; fi; done
}
vector 4 >w0.npy
vector 5 >w1.npy
expect 2 "100 % are nonzero: a dense gradient; accepted: --top-k K or --density D" -- convert w0.npy w1.npy dense.tkg
expect 0 -- convert w0.npy w1.npy dense.tkg --density 100%
holds "all entries are kept" grep -q "2 workers, N = 8, 16 entries, density 100 %" out
expect 0 -- convert w0.npy w1.npy large.tkg --top-k 1
holds "the largest entry of each is kept" test "$(od -A n -t u4 -w4 -j 16 large.tkg | tr -d ' \n')" == 3107374182441073741824
expect 0 -- convert dense.tkg again.tkg --density 0.125
holds "a recording is thinned likewise" cmp large.tkg again.tkg
expect 2 "excludes" -- convert w0.npy w1.npy x.tkg --top-k 1 --density 1%
expect 2 "one array without a name" -- convert --layers fc w0.npy x.tkg
expect 2 "index lists, one of several files" -- convert w0.npy lists.txt x.tkg
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
