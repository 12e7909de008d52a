#!/bin/bash
# Compares published results with ours.
source "$(dirname "$0")/expect.sh"
unset SPARLAB_DATA

# The rows that ship.
expect 0 -- reproduce --list
holds "the list has rows with their source" grep -q "^sparcml-figure7 .*SC'19" out
holds "the list says which data are absent" grep -q "needs mnist-mlp-epoch5-errfb.tkg.gz" out
expect 0 -- reproduce --list --format json
holds "JSON has the predicted time" grep -q '"predicted_s"' out
holds "a list runs nothing" test ! -e results
expect 2 "sparcml-figure7" -- reproduce sparcml-figure77
expect 2 "--data" -- reproduce sparcml-figure7 --data absent

expect 0 "4 points done" -- reproduce sparcml-figure7 -o r
holds "a row agrees" grep -q "k = 8, P = 16 .* agrees$" out
holds "records are where run would write them" test -s r/fill-in-figure7/records.jsonl
expect 0 "0 points done, 4 already there" -- reproduce sparcml-figure7 -o r
expect 0 -- reproduce redsync-volume --format json -o r
holds "JSON has the verdict" grep -q '"verdict": "explained"' out

# A row without its data is skipped.
expect 0 -- reproduce oktopk-figure7a -o r
holds "a skipped row says what it needs" grep -q "skipped: needs mnist" out

# A row of one's own: a value that differs, an explanation that holds, and one that does not.
write_row() {
  cat >row.json <<END
{"source": "a paper", "setting": "a machine", "experiment": "own.json",
 "claims": [{"claim": "bytes", "sweep": "s", "engine": "model", "field": "result_density",
             "of": "sparse_allgather", "P": 2, "value": $1, "tolerance": 0.1$2}]}
END
}
echo '{"name": "own", "sweeps": [{"label": "s", "engines": ["model"], "algorithms": ["sparse_allgather"],
  "P": [2, 4], "N": 1024, "density": 0.125, "platform": "ideal"}]}' >own.json
why=', "explanation": {"text": "more ranks", "shown": "with four ranks", "P": 4}'
write_row 0.234 ""
expect 0 -- reproduce ./row.json -o r
write_row 0.414 ""
expect 1 -- reproduce ./row.json -o r
holds "a difference is shown" grep -q -- "-43 %  differs" out
write_row 0.414 "$why"
expect 0 -- reproduce ./row.json -o r
holds "the reason is printed with its value" grep -q "Shown: with four ranks: 0.414" out
write_row 0.9 "$why"
expect 1 -- reproduce ./row.json -o r
write_row '"much"' ""
expect 2 "claims.0.value" -- reproduce ./row.json -o r

# A picture of a row, and all claims as a table.
expect 0 "1 figures in pictures" -- reproduce sparcml-figure7 -o r --figures pictures --format markdown
holds "the table says what holds" grep -q '^| Renggli.* | k = 1, P = 64 | 0.1177 | .* | yes |$' out
holds "the picture is there" test -s pictures/sparcml-figure7.svg
holds "it has the published points" grep -q '^64	0.117' pictures/sparcml-figure7.dat
write_row 0.234 ""
expect 2 "rows without a figure" -- reproduce ./row.json -o r --figures pictures
