#!/bin/bash
# Completion scripts and manual pages come from the program's own description of its options.
source "$(dirname "$0")/expect.sh"

PATH=$(dirname "$sparlab"):$PATH
export PATH

# completes LINE WORD...: with the cursor at the end of the line, bash offers these words.
completes() {
  local line=$1 word
  shift
  read -ra COMP_WORDS <<<"$line"
  [[ $line == *' ' ]] && COMP_WORDS+=("")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMPREPLY=()
  _sparlab
  printf '%s\n' "${COMPREPLY[@]}" >out
  for word in "$@"; do holds "\"$line\" completes to $word" grep -qx -- "$word" out; done
}

expect 0 -- completion bash
bash -n out || fail "bash cannot read the script"
source out
completes "sparlab pla" plan platform
completes "sparlab platform " show check new
completes "sparlab run --dr" --dry-run
completes "sparlab advise --platform piz" piz-daint piz-daint-mc
completes "sparlab run -a oktop" oktopk
completes "sparlab run --format " text json csv jsonl
completes "sparlab platform show lu" lumi
touch my-experiment.json
completes "sparlab run my-" my-experiment.json

for shell in zsh fish; do
  expect 0 -- completion "$shell"
  if command -v "$shell" >/dev/null; then
    "$shell" -n out || fail "$shell cannot read the script"
  else
    echo "skipped: $shell is not installed"
  fi
done
expect 2 "bash" "zsh" "fish" -- completion tcsh

expect 0 -- manual-pages pages
for page in sparlab sparlab-run sparlab-platform-show; do
  holds "there is a page $page" test -s "pages/$page.1"
done
holds "a page has its options" grep -q 'density' pages/sparlab-run.1
holds "a flag takes no value" grep -qE "^.fB.-.-fresh.fR$" pages/sparlab-run.1
holds "a page has examples" grep -q 'sparlab run quickstart' pages/sparlab-run.1
if command -v groff >/dev/null; then
  for page in pages/*.1; do
    groff -man -Tutf8 -ww "$page" >page.txt 2>err || fail "groff cannot read $page"
    [[ ! -s err ]] || fail "groff warns of $page"
  done
else
  echo "skipped: groff is not installed"
fi

# Each verb has an example, which begins with the program and the verb.
for verb in $("$sparlab" --help | awk '/^Subcommands:/ { listed = 1; next } listed { print $1 }'); do
  "$sparlab" "$verb" --help >out 2>err
  holds "$verb has an example" grep -qE "sparlab $verb|sparlab completion" out ||
    [[ $verb == platform ]]
done

expect 0 -- --version --format json
holds "the version names its commit" grep -q '"commit"' out
expect 0 -- list suites --format names
holds "names alone are listed" grep -qx quickstart out
