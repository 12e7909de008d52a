#!/bin/bash
# Documents whose commands print what they show pass; others are named, and --write mends them.
set -euo pipefail
pasted=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
  printf 'FAILED: %s\n%s\n' "$1" "$(cat err)" >&2
  exit 1
}

cat >program <<'END'
#!/bin/bash
# Prints its arguments, or with "count" the lines of a file.
if [[ ${1-} == count ]]; then wc -l <"$2"; elif [[ ${1-} != silent ]]; then echo "arguments: $*"; fi
END
chmod +x program

# verdict CODE WORD: the check of page.md must exit with CODE, and print WORD.
verdict() {
  local actual=0
  "$pasted" program page.md 2>err || actual=$?
  [[ $actual == "$1" ]] || fail "exit code $actual instead of $1"
  grep -qF -- "${2-}" err || [[ -z ${2-} ]] || fail "no \"$2\""
}

block() { printf '```%s\n%s\n```\n' "$1" "$2"; }

{
  block '' $'$ ./sparlab one \\\n    two\narguments: one two\n$ ./sparlab three\narguments: three'
  printf '<!-- file: data.txt -->\n'
  block json $'a\nb'
  printf '<!-- output: ./sparlab count data.txt |\n  sed s/^/lines:/ -->\n'
  block '' 'lines:2'
  printf '<!-- not compared: times of a machine -->\n'
  block '' $'$ ./sparlab four\n12 s'
  printf '<!-- output: ./sparlab "| x |" | cut -c12- -->\n\n| x |\n\n'
  block '' $'./sparlab run x \\\n  more\nfor i in 1; do\n  echo\ndone'
} >good.md
cp good.md page.md
verdict 0

# A line that differs in a transcript, in an output and in a table; --write mends all three.
sed -e 's/^arguments: one two/arguments: old/' -e 's/^lines:2/lines:3/' -e 's/^| x |/| y |/' good.md >page.md
verdict 1 "-arguments: old"
verdict 1 "-lines:3"
verdict 1 "-| y |"
"$pasted" --write program page.md 2>err || fail "--write"
cmp good.md page.md >err || fail "what --write made differs"

block '' $'winner  time\nring    3 s' >page.md
verdict 1 "page.md:2: \"winner  time\" is no command"
{ printf '<!-- output: ./sparlab silent -->\n'; block '' 'x'; } >page.md
verdict 1 "prints nothing"
printf '    $ ./sparlab one\n    arguments: one\n' >page.md
verdict 1 "an indented transcript"
