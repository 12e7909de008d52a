#!/bin/bash
# sparlab platform: what a user sees of platform files, and what makes a new one.
source "$(dirname "$0")/expect.sh"

expect 0 -- platform show gige-8
holds "alpha with its uncertainty" grep -q "hockney.alpha .*25 us .*15 to 60 us" out
expect 0 -- platform show "$source_dir/platforms/piz-daint.json" --ranks 64 --format json
holds "JSON with the ranks" grep -q '"ranks": 64' out
expect 2 'did you mean "gige-8"?' -- platform show gige8
expect 2 "this machine was not measured yet" -- platform show local
expect 2 "--ranks: 9;" "at most 8" -- platform show gige-8 --ranks 9
expect 2 "required" -- platform

given=(--hosts 16 --bandwidth 10Gb/s --latency 20us)
expect 0 -- platform new office "${given[@]}"
holds "the user's folder has the file" test -f "$work/.config/sparlab/platforms/office.json"
expect 0 -- platform check "$work/.config/sparlab/platforms/office.json"
holds "no warning" grep -q "valid, 0 warnings" out
expect 0 -- run -a dense_ring -P 16 -N 1e4 --density 0.1 --engines model,loggp --platform office
expect 2 "a platform with this name exists" -- platform new office "${given[@]}"
expect 2 "a platform with this name exists" -- platform new gige-8 "${given[@]}"
expect 0 -- platform new lab "${given[@]}" --like piz-daint --output lab.json
expect 2 "--output: lab.json exists" -- platform new lab "${given[@]}" --output lab.json
expect 2 "--output: other.json" "lab.json" -- platform new lab "${given[@]}" --output other.json
expect 4 "cannot write none/lab.json" -- platform new lab "${given[@]}" --output none/lab.json
expect 2 "NAME" '"a/b"' -- platform new a/b "${given[@]}"
expect 2 '--bandwidth: "10Gbps"' "Gbit/s" -- platform new x --hosts 2 --bandwidth 10Gbps --latency 1us
expect 2 '--latency: "0us"' "above 0" -- platform new x --hosts 2 --bandwidth 1Gb/s --latency 0us
expect 2 "--hosts" -- platform new x --hosts 0 --bandwidth 1Gb/s --latency 1us
expect 2 "--like" 'did you mean "gige-8"?' -- platform new x "${given[@]}" --like gige

# A file that is wrong is an error; one whose numbers contradict each other is not.
sed 's/"value": 20,/"value": 21,/' lab.json >contradiction.json
sed -i 's/"name": "lab"/"name": "contradiction"/' contradiction.json
expect 0 -- platform check contradiction.json
holds "a warning names alpha" grep -q "warning: alpha is 21 us, but 2 latency + 2 o is 20 us" out
sed 's/"GB\/s"/"parsec"/; s/"Gb\/s"/"parsec"/' lab.json >wrong.json
sed -i 's/"name": "lab"/"name": "wrong"/' wrong.json
expect 1 "links.node.bandwidth.unit" "parsec" -- platform check wrong.json
expect 1 "no such readable file" -- platform check nowhere.json
