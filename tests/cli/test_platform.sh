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

# Pictures of topologies.
expect 0 -- platform show lumi
holds "the bisection of 24 groups" grep -q "limited by class node" out
holds "cables by class" grep -Eq "^ *blue +5520 " out
if command -v gnuplot >/dev/null; then
  expect 0 -- platform draw lumi --output lumi.svg
  holds "a picture" grep -q "</svg>" lumi.svg
  expect 0 -- platform draw leonardo --output leonardo.png --groups 2
  holds "another picture" test -s leonardo.png
fi
expect 2 "--output: lumi.pdf" ".svg or .png" -- platform draw lumi --output lumi.pdf
expect 2 "mare-nostrum-5, which has no links" -- platform draw mare-nostrum-5
expect 2 "--groups" -- platform draw lumi --groups 9

given=(--hosts 16 --bandwidth 10Gb/s --latency 20us)
expect 0 -- platform new office "${given[@]}"
holds "the user's folder has the file" test -f "$work/.config/sparlab/platforms/office.json"
expect 0 -- platform check "$work/.config/sparlab/platforms/office.json"
holds "no warning" grep -q "valid, 0 warnings" out
expect 0 -- run -a dense_ring -P 16 -N 1e4 --density 0.1 --engines model,loggp --platform office
expect 0 -- platform new racks "${given[@]}" --ranks-per-host 4
expect 0 -- run -a hierarchical -P 64 -N 1e4 --density 0.1 --engines model,simgrid --platform racks
expect 2 "--ranks-per-host" -- platform new x "${given[@]}" --ranks-per-host 0
expect 0 -- platform new pods "${given[@]}" --topology fat-tree --hosts-per-switch 4 --oversubscription 2
expect 0 -- platform show pods
holds "leaves and spines" grep -q "16 on 6 switches, 4 at a switch" out
expect 2 "--groups: 4" "--topology dragonfly" -- platform new x "${given[@]}" --groups 4
expect 2 "--inside-bandwidth" "--ranks-per-host of 2" -- platform new x "${given[@]}" --inside-bandwidth 9GB/s \
  --inside-latency 1us
expect 2 "--inside-latency" -- platform new x "${given[@]}" --ranks-per-host 2 --inside-bandwidth 9GB/s
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

# Rules for Open MPI.
expect 0 -- platform export gige-8 -P 2,4
holds "where they come from" grep -q "^# .* platform gige-8 ([0-9a-f]*)" out
holds "how to use them" grep -q "^# .*--mca coll_tuned_dynamic_rules_filename FILE" out
holds "two numbers of ranks" grep -q "^2  # numbers of ranks" out
holds "rules from the first byte on" grep -q "^0 3 0 0  # recursive doubling" out
holds "Rabenseifner's algorithm" grep -Eq "^[1-9][0-9]+ 6 0 0  # Rabenseifner" out
expect 2 "--ranks is required" -- platform export gige-8
expect 2 "-P" "at least 2" -- platform export gige-8 -P 1,2
expect 2 'did you mean "gige-8"?' -- platform export gige8 -P 4
expect 2 "9; accepted: at most 8" -- platform export gige-8 -P 4,9

# A file that is wrong is an error; one whose numbers contradict each other is not.
sed 's/"value": 20.0,/"value": 21.0,/' lab.json >contradiction.json
sed -i 's/"name": "lab"/"name": "contradiction"/' contradiction.json
expect 0 -- platform check contradiction.json
holds "a warning names alpha" grep -q "warning: alpha is 21.0 us, but 2 latency + 2 o is 20.0 us" out
sed 's/"GB\/s"/"parsec"/; s/"Gb\/s"/"parsec"/' lab.json >wrong.json
sed -i 's/"name": "lab"/"name": "wrong"/' wrong.json
expect 1 "links.node.bandwidth.unit" "parsec" -- platform check wrong.json
expect 2 "no such file" -- platform check nowhere.json
expect 0 -- platform check lumi
holds "a shipped platform is checked by its name" grep -q "lumi.json: valid" out
expect 2 "no platform \"lumo\"" "lumi" -- platform check lumo

# Times of rings that take 5 us + 2 (P - 1) (2 us + 1 ns/B of a part) and copy once, by 0.1 ns/B: the
# fit finds them again.
{
  echo "machine,algorithm,ranks,bytes,median_us"
  for ranks in 4 8 16; do
    for bytes in 64 1024 16384 262144 4194304; do
      awk -v p=$ranks -v b=$bytes \
        'BEGIN { printf "lab,dense_ring(code=mpich),%d,%d,%.6f\n", p, b, 5 + 2 * (p - 1) * (2 + b / p / 1000) + b / 1e4 }'
    done
  done
} >rings.csv
expect 0 -- import rings.csv --format csv --licence none --output rings
expect 0 -- platform fit rings --name rings --output rings.json
holds "alpha is 2 us" grep -Eq "0 B +(2.00|1.99) us" out
expect 0 -- platform check rings.json
expect 0 -- run -a dense_ring -P 32 -N 1e4 --density 0.1 --engines model,loggp --platform ./rings.json
expect 0 -- platform fit rings --port 0.5GB/s
holds "no beta is below that of the port" grep -Eq "0 B +[0-9.]+ us +[2-9][0-9.]* ns/B" out
expect 2 '--port: "0GB/s"' "above 0" -- platform fit rings --port 0GB/s
expect 2 "--output: rings.json exists" -- platform fit rings --name rings --output rings.json
expect 0 -- platform fit rings --leave-out ranks
holds "the row of P = 16" grep -q "P = 16 *5 *0\.[0-3] %" out
expect 2 "--leave-out: all times have P = 8" -- platform fit rings --ranks 8 --leave-out ranks
expect 2 '--ranks: no record has "9"' -- platform fit rings --ranks 9
expect 2 '--algorithms: no record has "dense_ring(code=ompi)"' "dense_ring(code=mpich)" -- \
  platform fit rings --algorithms "dense_ring(code=ompi)"
expect 2 "RESULTS: a fit of a machine needs at least 8 times, got 5; different numbers of messages" -- \
  platform fit rings --ranks 8
holds "without a fit, nothing is printed" test ! -s out
holds "a cost that no time determines is copied" grep -q '"source": "copied from gige-8' rings.json
grep -E "^machine|,262144," rings.csv >one_size.csv
for ranks in 3 5 6 7 9 10; do echo "lab,dense_ring(code=mpich),$ranks,262144,1000"; done >>one_size.csv
expect 0 -- import one_size.csv --format csv --licence none --output one_size
expect 2 "messages of at least 3 sizes" "times of more N" -- platform fit one_size
# Arguments are checked before the records are read.
expect 2 "--output: other.json" -- platform fit absent --name rings --output other.json
expect 2 "a platform with this name exists" -- platform fit absent --name gige-8
expect 2 "--like: no platform \"lumo\"" -- platform fit absent --name new --like lumo
expect 2 "--name" -- platform fit rings --leave-out ranks --name x
expect 2 "--topology: mare-nostrum-5" "with links" -- \
  platform fit rings --name x --output x.json --topology mare-nostrum-5
expect 2 "--topology: gige-8, of 8 hosts" "at least as many hosts" -- \
  platform fit rings --name x --output x.json --topology gige-8
expect 0 -- platform fit rings --name near --output near.json --topology piz-daint-small
holds "the topology is copied" grep -q '"source": "copied from piz-daint-small' near.json
expect 0 -- platform check near.json
expect 0 -- platform fit rings --name torus --output torus.json --topology fugaku
holds "the contention is copied" grep -q '"contention"' torus.json
expect 0 -- platform check torus.json
expect 2 "--name" -- platform fit rings --output x.json

# A pair whose messages take 2 us + 1 ns/B and whose exchanges take 1.5 times as long, in two runs.
{
  echo "system_dir,run,test,bytes,n,min,p10,median,p90,mean"
  for run in monday tuesday; do
    for bytes in 1 16 256 4096 65536 1048576; do
      awk -v run=$run -v b=$bytes 'BEGIN {
        for (both = 0; both < 2; ++both) {
          t = (both ? 1.5 : 1) * (2 + b / 1000)
          printf "lab,%s,ng_one_one_mpi%s,%d,9,%f,%f,%f,%f,%f\n", run, both ? "_bidirect" : "", b, t, t, t, t, t
        }
      }'
    done
  done
} >pairs.csv
expect 0 -- platform fit-messages pairs.csv --name pair --hosts 16 --output pair.json
holds "alpha is 2 us" grep -Eq "0 B +(2.00|1.99) us" out
expect 0 -- platform check pair.json
holds "no warning" grep -q "valid, 0 warnings" out
expect 0 -- run -a dense_ring -P 16 -N 1e4 --density 0.1 --engines model,loggp --platform ./pair.json
expect 2 "--hosts" -- platform fit-messages pairs.csv --name pair
expect 2 "--name" -- platform fit-messages pairs.csv --hosts 4
expect 2 '--machine: no row of "lob"' 'did you mean "lab"?' -- platform fit-messages pairs.csv --machine lob
