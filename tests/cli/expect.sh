# Sourced by the tests of the program: $1 is the program, $2 the source folder. Works in a temporary
# folder that is removed at the end.
set -euo pipefail

sparlab=$1
source_dir=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export HOME=$work
unset XDG_CONFIG_HOME SPARLAB_PLATFORMS

fail() {
  printf 'FAILED: %s\n--- stdout\n%s\n--- stderr\n%s\n' "$1" "$(head -c 2000 out)" \
    "$(head -c 2000 err)" >&2
  exit 1
}

# expect CODE WORDS... -- ARGUMENTS...: the program must exit with CODE and print all WORDS on
# stderr.
expect() {
  local code=$1 words=() actual=0 word
  shift
  while [[ $1 != -- ]]; do words+=("$1"); shift; done
  shift
  "$sparlab" "$@" >out 2>err || actual=$?
  [[ $actual == "$code" ]] || fail "exit code $actual instead of $code: $*"
  for word in "${words[@]}"; do
    grep -qF -- "$word" err || fail "stderr lacks \"$word\": $*"
  done
}

# holds WHAT COMMAND...: the command must succeed.
holds() {
  local what=$1
  shift
  "$@" >/dev/null 2>&1 || fail "$what"
}

# count_records FOLDER [PATTERN]: prints how many of its records, with all their fields, match.
count_records() {
  "$sparlab" records "$1" >recorded || fail "records of $1"
  grep -c -- "${2:-.}" recorded || true
}

# recorded FOLDER PATTERN: a record matches.
recorded() { [[ $(count_records "$1" "$2") -gt 0 ]]; }

# change_record FOLDER NUMBER SED_COMMAND: writes the records without compression, one of them changed,
# with its checksum.
change_record() {
  local body checksum
  "$sparlab" records "$1" >all_records
  mv all_records "$1/records.jsonl"
  rm -f "$1/records.jsonl.gz"
  body=$(sed -n "$2{$3;s/,\"crc32\":\"[0-9a-f]*\"}\$//;p}" "$1/records.jsonl")
  checksum=$(printf '%s' "$body" | gzip -c | tail -c 8 | od -An -tx4 -N4 | tr -d ' ')
  printf '%s,"crc32":"%s"}\n' "$body" "$checksum" >changed
  sed -i -e "$2r changed" -e "$2d" "$1/records.jsonl"
}
